import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { deputyActions, deputyApi, deputyLooks, type DeputyRow } from '#contract/people/deputy.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { nameOfRight } from '#web/parts/right-names.ts'
import { StateTag } from '#web/parts/StateTag.tsx'
import { GiveOwnDeputyDialog } from './GiveDeputyDialog.tsx'

/** Who stands in for this person, and for whom they stand in: in 个人中心. */
export function OwnDeputies() {
  const own = useRead(deputyApi.own, {})
  const [isGiving, setGiving] = useState(false)
  const [ending, setEnding] = useState<DeputyRow>()
  if (own.isPending) return <Skeleton active />
  if (own.error) return <CallFailure error={own.error} onRetry={() => void own.refetch()} />
  const { rows, duties, people } = own.data
  return (
    <>
      <p className="quiet">出差或休假时，可请同事在一段时间内代理您的签名职责，由质量负责人确认后生效。</p>
      <p>
        <ReasonButton
          type="primary"
          reason={duties.length === 0 ? '您没有可以请人代理的签名职责' : undefined}
          onClick={() => setGiving(true)}
        >
          请人代理
        </ReasonButton>
      </p>
      {rows.length > 0 && (
        <DataTable
          caption="我的代理"
          columns={[
            { title: '被代理人', key: 'principal', render: (row) => row.principal.name },
            { title: '代理人', key: 'deputy', render: (row) => row.deputy.name },
            { title: '代理的职责', key: 'duties', width: 24, render: (row) => row.duties.map(nameOfRight).join('、') },
            { title: '自', key: 'validFrom' },
            { title: '至', key: 'validUntil' },
            { title: '状态', key: 'state', render: (row) => <StateTag of={deputyLooks} state={row.state} /> },
            {
              title: '操作',
              key: 'end',
              render: (row) =>
                deputyActions.end.from.some((state) => state === row.state) && (
                  <Button type="link" className="text-action" onClick={() => setEnding(row)}>
                    结束
                  </Button>
                ),
            },
          ]}
          rows={rows}
          rowKey={(row) => row.id}
        />
      )}
      {isGiving && <GiveOwnDeputyDialog duties={duties} people={people} onClose={() => setGiving(false)} />}
      {ending && (
        <ReasonDialog
          title={`结束 ${ending.deputy.name} 代理 ${ending.principal.name}`}
          submit="结束"
          danger
          endpoint={deputyApi.endOwn}
          id={ending.id}
          done="代理已结束"
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  )
}
