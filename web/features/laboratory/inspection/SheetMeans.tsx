import { Input } from 'antd'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { reagentsOf, type Bench } from './bench.ts'
import { MeansSelect } from './MeansSelect.tsx'
import type { Line } from './result-cells.ts'

const halfWidth = (value: string) => value.normalize('NFKC').replaceAll('。', '.').trim()

/** 本次使用的仪器、试剂: once for the sheet, with the room; an item may have its own. What was taken of a reagent may be written down. */
export function SheetMeans({ bench, changed }: { bench: Bench; changed: readonly Line[] }) {
  const { typed, change, choices } = bench
  if (bench.error)
    return (
      <div className="form-failure">
        <CallFailure error={bench.error} onRetry={bench.retry} />
      </div>
    )
  if (choices === undefined || !bench.keeps) return null
  const used = reagentsOf(changed, bench.meansOf)
  const bottles = choices.reagents.filter(({ id }) => used.includes(id))
  return (
    <section className="sheet-means" aria-label="本次使用的仪器、试剂">
      <div className="chosen">
        <span>本次使用的仪器、试剂</span>
        <MeansSelect
          choices={choices}
          label="本次使用的仪器、试剂"
          value={typed.means}
          placeholder={choices.usual.length > 0 ? '扫描或选择；不选时按上次检验所用' : '扫描或选择'}
          onChange={(means) => change({ means })}
        />
      </div>
      <div className="room">
        <span>温度</span>
        <Input
          aria-label="温度（℃）"
          suffix="℃"
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
          value={typed.temperature}
          onChange={(event) => change({ temperature: halfWidth(event.target.value) })}
        />
      </div>
      <div className="room">
        <span>相对湿度</span>
        <Input
          aria-label="相对湿度（%）"
          suffix="%"
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
          value={typed.humidity}
          onChange={(event) => change({ humidity: halfWidth(event.target.value) })}
        />
      </div>
      {bottles.length > 0 && (
        <div className="draws">
          {bottles.map(({ id, number, name, unit, amountLeft }) => (
            <div key={id}>
              <span>
                {number} {name} 用量（可不填，余 {exact(amountLeft).toFixed()} {unit}）
              </span>
              <Input
                aria-label={`${number} 用量（${unit}）`}
                suffix={unit}
                inputMode="decimal"
                autoComplete="off"
                maxLength={14}
                value={typed.draws[id] ?? ''}
                onChange={(event) => change({ draws: { ...typed.draws, [id]: halfWidth(event.target.value) } })}
              />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
