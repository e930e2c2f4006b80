import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { usageLooks } from '#contract/making/material.ts'
import { productApi, scopesNeeded } from '#contract/making/product.ts'
import { ChangeButton } from '#web/features/cases/change/ChangeButton.tsx'
import { useRead } from '#web/lib/call.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StandardsInForce } from './StandardsInForce.tsx'

/** One product, whole: of what, by which method and standard, with which process and packs. */
export function ProductDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(productApi.read, { id })
  const [history, setHistory] = useState(false)
  const product = read.data
  return (
    <Drawer
      open
      size={680}
      title={product ? `${product.code} ${product.name}` : '产品'}
      onClose={onClose}
      extra={
        product && (
          <div className="page-tools">
            <ChangeButton record="product" id={id} />
            <ChangeButton record="pack_spec" id={id} label="提出新包装规格" />
            <Button onClick={() => setHistory(true)}>历史</Button>
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {product && (
        <>
          <Facts
            rows={[
              ['状态', <StateTag key="state" of={usageLooks} state={product.state} />],
              ['药材', product.materialName],
              ['炮制方法', product.processingMethod],
              ['规格', product.cutSpec],
              ['贮藏', product.storage],
              ['保质期', `${product.shelfLifeMonths} 个月`],
              ['留样期', `保质期后 ${product.retentionMonths} 个月`],
              ['毒性 / 直接口服', `${product.isToxic ? '毒性' : '否'} / ${product.isDirectOral ? '直接口服' : '否'}`],
              ['所需许可范围', scopesNeeded(product).join('、')],
              ['GB/T 31774编码', product.gbt31774Code],
              ['医保编码', product.nhsaCode],
              [
                '工艺规程',
                <Link key="process" to={`/system-jiagong?q=${encodeURIComponent(product.name)}`}>
                  {product.processVersion === null ? '没有现行版' : `现行第${product.processVersion}版`}，共 {product.processVersions} 版
                </Link>,
              ],
              [
                '包装规格',
                <Link key="packs" to={`/system-jiagong?view=pack&q=${encodeURIComponent(product.name)}`}>
                  在用 {product.packSpecs} 种
                </Link>,
              ],
            ]}
          />
          <StandardsInForce standards={product.standards} />
          <Attachments of="product" id={id} />
        </>
      )}
      {history && product && <HistoryDrawer table="product" id={id} title={product.name} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}
