import { Link } from 'react-router'
import { ownRecordApi, type OwnSignature } from '#contract/people/own-record.ts'
import { exactTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { OwnList } from './OwnList.tsx'
import { SignatureStanding } from '#web/parts/SignatureStanding.tsx'

const columns: readonly Column<OwnSignature>[] = [
  { title: '单据', key: 'document', render: (one) => <Document of={one} /> },
  { title: '签名含义', key: 'meaning' },
  { title: '意见', key: 'comment' },
  { title: '签名时间', key: 'signedAt', render: (one) => exactTime(one.signedAt) },
  {
    title: '签名',
    key: 'holds',
    render: (one) =>
      one.holds ? <span className="tag tag-good">有效</span> : <SignatureStanding holds={one.holds} supersededBy={one.supersededBy} />,
  },
]

function Document({ of: { document, no, path } }: { of: OwnSignature }) {
  const text = `${document} ${no}`.trim()
  return path === null ? text : <Link to={path}>{text}</Link>
}

/** 我的签名: what the person signed, and whether each record is still as it was signed. */
export function SignatureList() {
  return (
    <OwnList
      caption="我的签名"
      endpoint={ownRecordApi.signatures}
      columns={columns}
      rowKey={(one) => one.id}
      searchHint="搜索签名含义或意见"
      empty="您还没有签过名；放行、批准、复核等操作需要输入口令签名，签过的会列在这里"
    />
  )
}
