import { AutoComplete, Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { limitOps, type LimitOp } from '#contract/laboratory/judge.ts'
import type { FieldError } from '#contract/kernel/refusals.ts'
import {
  isUntouched,
  itemGroups,
  limitsOfOp,
  newItem,
  nextGroup,
  specTextOf,
  type StandardItemInput,
} from '#contract/laboratory/standard-item.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { MeasuringFields, measuringWords } from './MeasuringFields.tsx'
import './standard.css'

/** Enter goes to the next field, as on paper; the lists keep Enter for choosing. */
function focusNext(event: KeyboardEvent<HTMLInputElement>) {
  event.preventDefault()
  const fields = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input:not([disabled])') ?? [])]
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

const halfWidth = (typed: string) => typed.normalize('NFKC').replaceAll('。', '.').trim()

/** The lines of a standard, written as in its printed table; errors show at once, by the server's own rule. */
export function ItemGrid({
  items,
  errors,
  onChange,
}: {
  items: readonly StandardItemInput[]
  errors: readonly FieldError[]
  onChange: (items: StandardItemInput[]) => void
}) {
  const put = (index: number, part: Partial<StandardItemInput>) =>
    onChange(items.map((item, at) => (at === index ? { ...item, ...part } : item)))
  const move = (index: number, by: 1 | -1) => {
    const next = [...items]
    next.splice(index + by, 0, ...next.splice(index, 1))
    onChange(next)
  }
  return (
    <>
      <div className="table-frame" role="region" aria-label="检验项目" tabIndex={0}>
        <table className="item-grid">
          <caption className="quiet">
            限度按标准原文填写：3 与 3.0 的修约位数不同。“标准规定”留空时按限度自动写成药典用语。回车到下一格。
          </caption>
          <thead>
            <tr>
              <th scope="col">类别</th>
              <th scope="col">项目</th>
              <th scope="col">限度</th>
              <th scope="col">单位</th>
              <th scope="col">标准规定</th>
              <th scope="col">内控</th>
              <th scope="col">方法</th>
              <th scope="col">平行</th>
              <th scope="col">要求</th>
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) => (
              <Line
                key={index}
                no={index + 1}
                item={item}
                errors={errors
                  .filter((one) => one.path.startsWith(`${index}.`))
                  .map(({ path, message }) => ({ path: path.slice(`${index}.`.length), message }))}
                onChange={(part) => put(index, part)}
              >
                <Button type="link" className="text-action" disabled={index === 0} onClick={() => move(index, -1)}>
                  上移
                </Button>
                <Button type="link" className="text-action" disabled={index === items.length - 1} onClick={() => move(index, 1)}>
                  下移
                </Button>
                <Button type="link" danger className="text-action" onClick={() => onChange(items.filter((_, at) => at !== index))}>
                  删除
                </Button>
              </Line>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <Button onClick={() => onChange([...items, newItem(nextGroup(items))])}>加一项</Button>
      </p>
    </>
  )
}

/** What choosing another limit sign changes: limits that the sign does not have are emptied. */
const changesOfOp = (op: LimitOp): Partial<StandardItemInput> => ({
  op,
  ...(!limitsOfOp[op].low && { low: '', internalLow: '' }),
  ...(!limitsOfOp[op].high && { high: '', internalHigh: '' }),
  ...(op === 'eq' && { internalLow: '', internalHigh: '' }),
  ...((op === 'qualitative' || op === 'absent') && { unit: '', parallels: 1 }),
  ...((op === 'qualitative' || op === 'absent' || op === 'eq') && { formula: 'direct' as const, dryBasis: false }),
})

type LimitField = 'low' | 'high' | 'internalLow' | 'internalHigh'
type Change = (part: Partial<StandardItemInput>) => void

/** The fields of the folded row: it opens by itself where one of them is wrong. */
const measuringPaths = ['formula', 'dryBasis', 'deviationLimit', 'plausibleLow', 'plausibleHigh', 'words']

/** A line just added and not named is not yet wrong. */
const isEmpty = (item: StandardItemInput) => item.name === '' && isUntouched(item)

function Line({
  no,
  item,
  errors,
  onChange,
  children,
}: {
  no: number
  item: StandardItemInput
  errors: readonly FieldError[]
  onChange: Change
  children: ReactNode
}) {
  const name = `第${no}项`
  const shownErrors = isEmpty(item) ? [] : errors
  const cells: CellsProps = { name, item, isWrong: (path) => shownErrors.some((one) => one.path === path), onChange }
  const [isOpen, setOpen] = useState(false)
  const isUnfolded = isOpen || measuringPaths.some(cells.isWrong)
  return (
    <>
      <tr className={isUnfolded ? 'item-unfolded' : undefined}>
        <td data-label="类别">
          <Select
            aria-label={`${name} 类别`}
            value={item.group}
            options={itemGroups.map((group) => ({ value: group, label: group }))}
            onChange={(group) => onChange(isUntouched(item) ? newItem(group) : { group })}
          />
        </td>
        <td className="item-name" data-label="项目">
          <Input
            aria-label={`${name} 项目`}
            maxLength={60}
            {...(cells.isWrong('name') && { status: 'error' as const })}
            value={item.name}
            onPressEnter={focusNext}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          {shownErrors.length > 0 && (
            <ul className="item-errors" aria-live="polite">
              {shownErrors.map((one) => (
                <li key={one.path + one.message}>{one.message}</li>
              ))}
            </ul>
          )}
        </td>
        <LimitCells {...cells} />
        <td className="item-method" data-label="方法">
          <MethodInput {...cells} />
          <Button
            type="link"
            className="text-action item-fold"
            aria-expanded={isUnfolded}
            aria-label={`${name} 测定方式 ${measuringWords(item)}`}
            onClick={() => setOpen(!isUnfolded)}
          >
            {measuringWords(item)}
          </Button>
        </td>
        <td className="item-parallels" data-label="平行份数">
          <InputNumber
            aria-label={`${name} 平行份数`}
            min={1}
            max={6}
            precision={0}
            value={item.parallels}
            onChange={(parallels) => onChange({ parallels: parallels ?? 1 })}
          />
        </td>
        <td className="item-permits" data-label="要求">
          <Permits item={item} onChange={onChange} />
        </td>
        <td className="item-moves">{children}</td>
      </tr>
      {isUnfolded && (
        <tr className="item-measuring">
          <td colSpan={10}>
            <MeasuringFields {...cells} />
          </td>
        </tr>
      )}
    </>
  )
}

/** What every cell of a line needs: the line's name for readers, its item, and whether a field of it is wrong. */
type CellsProps = { name: string; item: StandardItemInput; isWrong: (path: string) => boolean; onChange: Change }

/** The limit, its unit, the words of the standard, and the firm's own limit. */
function LimitCells(cells: CellsProps) {
  const { name, item, onChange } = cells
  const units = useDictionary('result_unit')
  const has = limitsOfOp[item.op]
  return (
    <>
      <td className="item-limit" data-label="限度">
        <Select
          aria-label={`${name} 限度符号`}
          value={item.op}
          options={Object.entries(limitOps).map(([value, label]) => ({ value, label }))}
          onChange={(op: LimitOp) => onChange(changesOfOp(op))}
        />
        {has.low && <LimitInput {...cells} field="low" hint={item.op === 'eq' ? '规定值' : '下限'} />}
        {has.high && <LimitInput {...cells} field="high" hint="上限" />}
      </td>
      <td className="item-unit" data-label="单位">
        <AutoComplete
          aria-label={`${name} 单位`}
          options={units.labelOptions}
          value={item.unit}
          maxLength={20}
          onChange={(unit: string) => onChange({ unit })}
        />
      </td>
      <td className="item-spec" data-label="标准规定">
        <Input.TextArea
          aria-label={`${name} 标准规定`}
          placeholder={isEmpty(item) ? '' : specTextOf({ ...item, specText: '' })}
          maxLength={300}
          autoSize={{ minRows: 1, maxRows: 4 }}
          {...(cells.isWrong('specText') && { status: 'error' as const })}
          value={item.specText}
          onChange={(event) => onChange({ specText: event.target.value })}
        />
      </td>
      <td className="item-limit" data-label="内控">
        {has.low && item.op !== 'eq' && <LimitInput {...cells} field="internalLow" hint="内控下限" />}
        {has.high && <LimitInput {...cells} field="internalHigh" hint="内控上限" />}
      </td>
    </>
  )
}

function MethodInput({ name, item, onChange }: CellsProps) {
  const methods = useDictionary('test_method_type')
  return (
    <AutoComplete
      aria-label={`${name} 方法`}
      options={methods.labelOptions}
      value={item.method}
      maxLength={100}
      onChange={(method: string) => onChange({ method })}
    />
  )
}

/** Whether the item must be tested, and whether its result may come from elsewhere. */
function Permits({ item, onChange }: { item: StandardItemInput; onChange: Change }) {
  return (
    <>
      <Checkbox checked={item.isMandatory} onChange={(event) => onChange({ isMandatory: event.target.checked })}>
        必检
      </Checkbox>
      <Checkbox checked={item.quotedAllowed} onChange={(event) => onChange({ quotedAllowed: event.target.checked })}>
        可引用
      </Checkbox>
      <Checkbox checked={item.outsourcedAllowed} onChange={(event) => onChange({ outsourcedAllowed: event.target.checked })}>
        可委托
      </Checkbox>
    </>
  )
}

/** A limit as the standard prints it: full-width digits and points become half-width. */
function LimitInput({ name, item, isWrong, onChange, field, hint }: CellsProps & { field: LimitField; hint: string }) {
  return (
    <Input
      aria-label={`${name} ${hint}`}
      placeholder={hint}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      {...(isWrong(field) && { status: 'error' as const })}
      value={item[field]}
      onPressEnter={focusNext}
      onChange={(event) => onChange({ [field]: halfWidth(event.target.value) })}
    />
  )
}
