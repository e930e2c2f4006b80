import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { materialApi, materialCategories, usageLooks } from '#contract/making/material.ts'
import { ChangeButton } from '#web/features/cases/change/ChangeButton.tsx'
import { useRead } from '#web/lib/call.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { materialClassName } from './material-class.ts'
import { MaterialTags } from './MaterialTags.tsx'
import { StandardsInForce } from './StandardsInForce.tsx'

/** One material, whole: what it is, how it is kept, by which standard it is tested, what is made of it. */
export function MaterialDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(materialApi.read, { id })
  const [history, setHistory] = useState(false)
  const material = read.data
  return (
    <Drawer
      open
      size={680}
      title={material ? `${material.code} ${material.name}` : '物料'}
      onClose={onClose}
      extra={
        material && (
          <div className="page-tools">
            <ChangeButton record="material" id={id} />
            <Button onClick={() => setHistory(true)}>历史</Button>
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {material && (
        <>
          <Facts
            rows={[
              ['状态', <StateTag key="state" of={usageLooks} state={material.state} />],
              ['类别 / 单位', `${materialCategories[material.category]} / ${material.unit}`],
              ...(material.category === 'crude_drug'
                ? ([
                    ['分类', materialClassName(material.materialClass)],
                    ['拉丁名', material.latin],
                    ['基原', material.species.join('；')],
                    ['药用部位', material.medicinalPart],
                    ['主产地', material.usualOrigin],
                    ['采收期', material.usualHarvest],
                  ] as const)
                : []),
              ['贮藏', material.storage],
              [
                '复验期',
                `${material.retestMonths} 个月，提前 ${material.retestNotice} 天可复验${material.retestLimit === null ? '' : `，最多延长 ${material.retestLimit} 次`}`,
              ],
              ['留样期', `放行或判定后 ${material.retentionMonths} 个月`],
              ['特殊管理', <MaterialTags key="special" material={material} />],
              ['用它做的产品', material.madeInto.map((product) => `${product.code} ${product.name}`).join('、')],
            ]}
          />
          <StandardsInForce standards={material.standards} />
          <Attachments of="material" id={id} />
        </>
      )}
      {history && material && <HistoryDrawer table="material" id={id} title={material.name} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}
