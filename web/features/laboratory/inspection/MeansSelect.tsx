import { Select } from 'antd'
import { useState } from 'react'
import type { MeansChoices, MeansInput } from '#contract/laboratory/means.ts'
import { reagentKinds } from '#contract/laboratory/reagent.ts'

/** Instruments and reagents that may be used today, chosen or scanned by the number on their label. A scan of what may not be used says why. */
export function MeansSelect({
  choices,
  value,
  onChange,
  label,
  placeholder = '扫描或选择仪器、试剂',
  isWrong = false,
  autoFocus = false,
}: {
  choices: MeansChoices
  value: MeansInput
  onChange: (value: MeansInput) => void
  label: string
  placeholder?: string
  isWrong?: boolean
  autoFocus?: boolean
}) {
  const [typed, setTyped] = useState('')
  const number = typed.trim().normalize('NFKC').toUpperCase()
  const unfit = choices.unfit.find((one) => one.number === number)
  const isInstrument = (id: string) => choices.instruments.some((one) => one.id === id)
  return (
    <Select
      mode="multiple"
      aria-label={label}
      autoFocus={autoFocus}
      {...(isWrong && { status: 'error' as const })}
      placeholder={placeholder}
      value={[...value.instrumentIds, ...value.reagentIds]}
      showSearch={{ optionFilterProp: 'label', searchValue: typed, onSearch: setTyped }}
      options={[
        {
          label: '仪器',
          options: choices.instruments.map(({ id, number: no, name, model }) => ({
            value: id,
            label: [no, name, model].filter(Boolean).join(' '),
          })),
        },
        {
          label: '试剂与对照品',
          options: choices.reagents.map(({ id, number: no, kind, name, lotNo, purity, isOpen }) => ({
            value: id,
            label: [no, reagentKinds[kind], name, purity, lotNo, isOpen ? '' : '（未开启，使用即开启）'].filter(Boolean).join(' '),
          })),
        },
      ]}
      notFoundContent={unfit === undefined ? '没有这个编号' : `${unfit.number} ${unfit.name}：${unfit.why}`}
      onChange={(ids: string[]) => {
        setTyped('')
        onChange({ instrumentIds: ids.filter(isInstrument), reagentIds: ids.filter((id) => !isInstrument(id)) })
      }}
    />
  )
}
