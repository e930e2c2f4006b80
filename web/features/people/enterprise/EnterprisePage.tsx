import { Segmented } from 'antd'
import { useHolds } from '#web/lib/actor.ts'
import { useTab } from '#web/lib/tab.ts'
import { OwnEnterprise } from './OwnEnterprise.tsx'
import { PlatformList } from './PlatformList.tsx'
import { Registrations } from '#web/features/people/registration/EnterpriseRegistrationList.tsx'
import { SupplierList } from '#web/features/supply/supplier/SupplierList.tsx'
import './enterprise.css'

/** 企业管理: suppliers and their qualification, the enterprise itself, and, for the operator of the platform, the enterprises on it. */
export function EnterprisePage() {
  const { query, setQuery } = useTab()
  const runsPlatform = useHolds('33:platform')
  const by = query.get('by')
  const views = (
    <Segmented
      aria-label="查看"
      className="views"
      value={by === 'own' || ((by === 'platform' || by === 'registration') && runsPlatform) ? by : 'supplier'}
      options={[
        { value: 'supplier', label: '供应商' },
        { value: 'own', label: '本企业' },
        ...(runsPlatform
          ? [
              { value: 'platform', label: '平台' },
              { value: 'registration', label: '入驻申请' },
            ]
          : []),
      ]}
      onChange={(view) =>
        setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), by: view === 'supplier' ? null : view })
      }
    />
  )
  if (by === 'own') return <OwnEnterprise header={views} />
  if (by === 'platform' && runsPlatform) return <PlatformList key="platform" header={views} />
  if (by === 'registration' && runsPlatform) return <Registrations key="registration" header={views} />
  return <SupplierList key="supplier" header={views} />
}
