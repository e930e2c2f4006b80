import { Skeleton } from 'antd'
import { activities, authorisationApi, authorisationLooks } from '#contract/people/authorisation.ts'
import { useRead } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'

/** What a person is authorised for now: in 个人中心. */
export function OwnAuthorisations() {
  const own = useRead(authorisationApi.own, {})
  if (own.isPending) return <Skeleton active />
  if (own.error) return <CallFailure error={own.error} onRetry={() => void own.refetch()} />
  const { askedFrom, held } = own.data
  return (
    <>
      <p className="quiet">
        {askedFrom === null
          ? '现在不要求上岗授权。'
          : `自 ${askedFrom} 起，取样、检验、称量发料和放行${askedFrom > today() ? '将' : ''}要求有效的上岗授权。`}
      </p>
      {held.length === 0 ? (
        <p className="quiet">您还没有上岗授权；需要时请联系质量部门。</p>
      ) : (
        <DataTable
          caption="我的上岗授权"
          columns={[
            { title: '工作', key: 'activity', render: (row) => activities[row.activity].label },
            { title: '有效期至', key: 'validUntil', render: (row) => <ValidUntil day={row.validUntil} /> },
            {
              title: '培训有效至',
              key: 'trainingUntil',
              render: (row) => (row.trainingUntil === null ? '长期' : <ValidUntil day={row.trainingUntil} />),
            },
            { title: '状态', key: 'state', render: (row) => <StateTag of={authorisationLooks} state={row.state} /> },
          ]}
          rows={held}
          rowKey={(row) => row.id}
        />
      )}
    </>
  )
}
