import { Checkbox, Input, Select } from 'antd'
import { formulaLabel, formulas } from '#contract/laboratory/formula.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { usualDeviationLimit } from '#contract/laboratory/tested-item.ts'
import type { StandardItemInput } from '#contract/laboratory/standard-item.ts'
import { couldBe } from '#contract/laboratory/typed-item.ts'
import './standard.css'

const formulaOptions = keysOf(formulas).map((name) => ({
  value: name,
  label: [formulaLabel(name), formulas[name]?.chapter].filter(Boolean).join('　'),
}))

const halfWidth = (typed: string) => typed.normalize('NFKC').replaceAll('。', '.').trim()

/** How a line is measured, in few words: what the grid shows while its fields are folded. */
export const measuringWords = ({ formula, dryBasis, deviationLimit, plausibleLow, plausibleHigh, words, ...item }: StandardItemInput) =>
  [
    couldBe({ formula, ...item }) === '' ? formulaLabel(formula) : '手工填写（可选公式）',
    dryBasis && '按干燥品计算',
    deviationLimit !== '' && `偏差≤${deviationLimit}%`,
    (plausibleLow !== '' || plausibleHigh !== '') && `可能${plausibleLow || '0'}～${plausibleHigh || '—'}`,
    words.length > 0 && words.join('／'),
  ]
    .filter(Boolean)
    .join('　')

/** 测定方式 of a line: its formula, how far parallels may lie apart, what a result can be at all, and the words of the method. */
export function MeasuringFields({
  name,
  item,
  isWrong,
  onChange,
}: {
  name: string
  item: StandardItemInput
  isWrong: (path: string) => boolean
  onChange: (part: Partial<StandardItemInput>) => void
}) {
  const formula = formulas[item.formula]
  const number = (field: 'deviationLimit' | 'plausibleLow' | 'plausibleHigh', title: string, hint: string) => (
    <div className="measuring-field">
      {title}
      <Input
        aria-label={`${name} ${title}`}
        placeholder={hint}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        {...(isWrong(field) && { status: 'error' as const })}
        value={item[field]}
        onChange={(event) => onChange({ [field]: halfWidth(event.target.value) })}
      />
    </div>
  )
  return (
    <div className="measuring">
      <div className="measuring-field measuring-formula">
        计算公式
        <Select
          aria-label={`${name} 计算公式`}
          value={item.formula}
          options={formulaOptions}
          {...(isWrong('formula') && { status: 'error' as const })}
          onChange={(chosen: StandardItemInput['formula']) =>
            onChange({ formula: chosen, dryBasis: formulas[chosen]?.mayBeDry === true ? item.dryBasis : false })
          }
        />
      </div>
      {formula?.mayBeDry === true && (
        <Checkbox checked={item.dryBasis} onChange={(event) => onChange({ dryBasis: event.target.checked })}>
          按干燥品计算
        </Checkbox>
      )}
      {number('deviationLimit', item.parallels > 2 ? 'RSD限度（%）' : '平行偏差限度（%）', usualDeviationLimit)}
      {number('plausibleLow', '可能范围下限', '0')}
      {number('plausibleHigh', '可能范围上限', item.unit.startsWith('%') ? '100' : '不限')}
      <div className="measuring-field measuring-words">
        结果用语
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          aria-label={`${name} 结果用语`}
          placeholder="通用用语"
          tokenSeparators={['、', '，', ',']}
          {...(isWrong('words') && { status: 'error' as const })}
          value={item.words}
          onChange={(words: string[]) => onChange({ words: words.map((word) => word.trim()).filter((word) => word !== '') })}
        />
      </div>
      {formula && <small className="quiet measuring-sentence">{formula.sentence}</small>}
      {couldBe(item) !== '' && (
        <small className="quiet measuring-sentence">可按公式计算：{couldBe(item)}。不选公式的，结果由检验人手工填写，批准时须核对</small>
      )}
    </div>
  )
}
