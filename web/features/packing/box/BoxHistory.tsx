import { Button } from 'antd'
import { useState } from 'react'
import { boxChangeKinds, type BoxChange } from '#contract/packing/box.ts'
import { useHolds } from '#web/lib/actor.ts'
import { dateTime } from '#web/lib/format.ts'
import { PaperView } from '#web/parts/PaperView.tsx'
import { OpenBoxDialog } from './OpenBoxDialog.tsx'
import './box.css'

/** What was done to a box since it was packed, each with its paper, and the step that opens it. */
export function BoxHistory({ code, isHere, changes }: { code: string; isHere: boolean; changes: readonly BoxChange[] }) {
  const mayMove = useHolds('19:move')
  const [isOpening, setOpening] = useState(false)
  const [printed, setPrinted] = useState<string>()
  return (
    <>
      {mayMove && isHere && (
        <Button className="box-open" onClick={() => setOpening(true)}>
          拆箱
        </Button>
      )}
      {isOpening && <OpenBoxDialog code={code} onClose={() => setOpening(false)} />}
      {changes.length > 0 && <h2 className="drawer-heading">装箱变更</h2>}
      <ol className="history box-changes">
        {changes.map((change) => (
          <li key={change.id}>
            <div>
              <strong>{boxChangeKinds[change.kind]}</strong>　{change.changedBy.name}
              {change.checkedBy && `、${change.checkedBy.name}`}　<time dateTime={change.changedAt}>{dateTime(change.changedAt)}</time>
              {'　'}
              <Button type="link" className="text-action" onClick={() => setPrinted(change.id)}>
                {change.changeNo}
              </Button>
            </div>
            <p>
              {change.kind === 'open' ? '取出' : '装入'}{' '}
              {change.moved.map(({ lotNo, packs }) => `${lotNo} × ${packs} ${change.packUnit}`).join('，')}
              。原因：{change.reason}
            </p>
          </li>
        ))}
      </ol>
      {printed !== undefined && <PaperView kind="box_change" id={printed} onClose={() => setPrinted(undefined)} />}
    </>
  )
}
