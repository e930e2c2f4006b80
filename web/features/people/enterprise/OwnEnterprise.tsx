import { Button, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { enterpriseApi, type OwnEnterprise as Enterprise } from '#contract/people/enterprise.ts'
import { useRead } from '#web/lib/call.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { Licences } from '#web/features/supply/licence/Licences.tsx'
import { OwnFormDrawer } from './OwnFormDrawer.tsx'

/** 本企业: how labels, reports and public pages name us, and our own licences. */
export function OwnEnterprise({ header }: { header: ReactNode }) {
  const own = useRead(enterpriseApi.own, {})
  const [doing, setDoing] = useState<'edit' | 'history'>()
  return (
    <section className="page" aria-label="企业管理">
      <header className="page-head">
        <h1>企业管理</h1>
        <div className="page-tools">
          {own.data && <Button onClick={() => setDoing('history')}>历史</Button>}
          {own.data && (
            <DutyButton duty="33:manage" onClick={() => setDoing('edit')}>
              修改资料
            </DutyButton>
          )}
        </div>
      </header>
      {header}
      {own.isPending && <Skeleton active />}
      {own.error && <CallFailure error={own.error} onRetry={() => void own.refetch()} />}
      {own.data && (
        <>
          <OwnFacts enterprise={own.data} />
          <h2 className="drawer-heading">证照</h2>
          <Licences owner={{ of: 'own' }} rows={own.data.papers} />
          <Attachments of="enterprise" id={own.data.id} usual="许可证" />
          {doing === 'edit' && <OwnFormDrawer enterprise={own.data} onClose={() => setDoing(undefined)} />}
          {doing === 'history' && (
            <HistoryDrawer table="enterprise" id={own.data.id} title={own.data.name} onClose={() => setDoing(undefined)} />
          )}
        </>
      )}
    </section>
  )
}

function OwnFacts({ enterprise }: { enterprise: Enterprise }) {
  return (
    <Facts
      rows={[
        ['名称', enterprise.name],
        ['统一社会信用代码', enterprise.creditCode],
        ['药品生产许可证号', enterprise.licenceNo],
        ['法定代表人', enterprise.legalPerson],
        ['质量负责人', enterprise.qualityHead],
        ['所在地区', `${enterprise.province}${enterprise.city === enterprise.province ? '' : enterprise.city}`],
        ['地址', enterprise.address],
        ['联系人', enterprise.contact],
        ['电话', enterprise.phone],
        ['邮箱', enterprise.email],
        ['追溯节点编码', enterprise.nodeCode],
        ...(enterprise.latitude && enterprise.longitude ? ([['经纬度', `${enterprise.latitude}, ${enterprise.longitude}`]] as const) : []),
        ['企业介绍', enterprise.introduction],
      ]}
    />
  )
}
