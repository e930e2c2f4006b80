import { Segmented } from 'antd'
import { useTab } from '#web/lib/tab.ts'

/** Whether the address asks for the ledger instead of the lots. */
export const useIsLedger = () => useTab().query.get('view') === 'ledger'

/** Turns between the lots and their ledger. The filters of one view mean nothing in the other, so they go. */
export function LedgerSwitch() {
  const { query, setQuery } = useTab()
  const isLedger = useIsLedger()
  return (
    <Segmented
      aria-label="查看"
      style={{ marginBottom: 12 }}
      value={isLedger ? 'ledger' : 'lots'}
      options={[
        { value: 'lots', label: '按批' },
        { value: 'ledger', label: '台账' },
      ]}
      onChange={(view) =>
        setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), view: view === 'ledger' ? 'ledger' : null })
      }
    />
  )
}
