import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { lotStates } from '#contract/warehouse/lot.ts'
import { codeLevels, codeLooks, qrApi, type CodeStory } from '#contract/packing/codes.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import { BoxHistory } from '#web/features/packing/box/BoxHistory.tsx'
import { useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CodeLocks } from './CodeLocks.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'

/** Everything known of one code: where it is, its lot, its box or its contents, what happened. */
export function CodeDrawer({ code, onClose }: { code: string; onClose: () => void }) {
  const story = useRead(qrApi.lookUp, { code })
  return (
    <Drawer open size={720} title="追溯码" onClose={onClose}>
      {story.isPending && <Skeleton active />}
      {story.error && <CallFailure error={story.error} onRetry={undefined} />}
      {story.data && <Story story={story.data} />}
    </Drawer>
  )
}

function Story({ story }: { story: CodeStory }) {
  const { setQuery } = useTab()
  const canTrace = useHolds('22')
  const canReplace = useHolds('18:execute')
  const [isReplacing, setReplacing] = useState(false)
  const { lot, box } = story
  return (
    <>
      <Facts
        rows={[
          [
            '追溯码',
            <code key="code" className="code-text">
              {inGroups(story.code)}
            </code>,
          ],
          ['状态', <StateTag key="state" of={codeLooks} state={story.state} />],
          ['层级 / 序号', `${codeLevels[story.level]} / ${story.serial}`],
          ['产品', `${story.productName} ${story.specName}`],
          ['批号', story.batchNo],
          ['包装单号', story.orderNo],
          ...(lot === null
            ? []
            : ([
                [
                  '成品批',
                  canTrace ? (
                    <Link key="lot" to={`/suyuan-lvli?lot=${lot.id}`}>
                      {lot.lotNo}
                    </Link>
                  ) : (
                    lot.lotNo
                  ),
                ],
                [
                  '批的状态',
                  <span key="lot-state" className="tags">
                    <StateTag of={lotStates.pack} state={lot.state} />
                    {lot.holds > 0 && <span className="tag tag-bad">冻结</span>}
                  </span>,
                ],
                ['保质期至', lot.expiresOn],
              ] as const)),
          ...(box === null
            ? []
            : [
                [
                  '所在箱',
                  <Button key="box" type="link" className="text-action" onClick={() => setQuery({ code: box.code })}>
                    {inGroups(box.code)}（第 {box.serial} 箱）
                  </Button>,
                ] as const,
              ]),
        ]}
      />
      <CodeLocks story={story} />
      {story.replaces !== null && <p className="quiet">换签前的码：{inGroups(story.replaces)}</p>}
      {story.replacedBy !== null && (
        <p>
          已换签为{' '}
          <Button type="link" className="text-action" onClick={() => setQuery({ code: story.replacedBy })}>
            {inGroups(story.replacedBy)}
          </Button>
        </p>
      )}
      {canReplace && story.level === 'pack' && (story.state === 'activated' || story.state === 'in_stock') && (
        <Button onClick={() => setReplacing(true)}>标签损坏，换签</Button>
      )}
      {isReplacing && (
        <ReplaceDialog
          code={story.code}
          onClose={(code) => {
            setReplacing(false)
            if (code !== undefined) setQuery({ code })
          }}
        />
      )}
      {story.level === 'box' && (
        <>
          <BoxContents contents={story.contents} />
          <BoxHistory
            code={story.code}
            isHere={story.contents.length > 0 && (story.state === 'activated' || story.state === 'in_stock')}
            changes={story.boxChanges}
          />
        </>
      )}
      <h2 className="drawer-heading">经过</h2>
      <ol className="history">
        {story.events.map((event) => (
          <li key={event.at + event.state}>
            <div>
              <strong>{codeLooks[event.state].label}</strong>　{event.byName}　<time dateTime={event.at}>{dateTime(event.at)}</time>
              {'　'}
              {event.documentNo}
            </div>
            {event.reason && <p>原因：{event.reason}</p>}
          </li>
        ))}
      </ol>
    </>
  )
}

function BoxContents({ contents }: { contents: CodeStory['contents'] }) {
  return (
    <>
      <h2 className="drawer-heading">箱内</h2>
      {contents.length === 0 && <p className="quiet">还没有装箱</p>}
      {contents.length > 0 && (
        <DataTable
          caption="箱内"
          rows={contents}
          rowKey={(inside) => `${inside.lotNo} ${inside.state}`}
          columns={[
            { title: '成品批号', key: 'lotNo' },
            { title: '批号', key: 'batchNo' },
            { title: '袋数', key: 'packs', align: 'right' },
            { title: '状态', key: 'state', render: (inside) => <StateTag of={codeLooks} state={inside.state} /> },
          ]}
        />
      )}
    </>
  )
}
