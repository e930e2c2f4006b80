import type { ProductionRecord } from '#contract/making/production-record.ts'
import { processStepOf } from './step-input.ts'

/** Which step of how many, in letters large enough to read from the machine. */
export function StepHead({ record, no }: { record: ProductionRecord; no: number }) {
  const step = processStepOf(record, no)
  return (
    <header className="step-head">
      <p>
        第 <strong>{no}</strong> 道，共 {record.stepsTotal} 道
      </p>
      <h2>
        {step.name}
        <span>{step.option}</span>
        {step.isCritical && <span className="tag tag-warning">关键工序</span>}
      </h2>
      {step.instruction && <p>{step.instruction}</p>}
      {step.equipment && <p>规定设备：{step.equipment}</p>}
      {step.holdHours !== null && <p>完成后须在 {step.holdHours} 小时内开始下道工序</p>}
      <ol aria-label="全部工序">
        {record.process.steps.map((other) => (
          <li
            key={other.no}
            className={other.no < no ? 'done' : other.no === no ? 'now' : undefined}
            aria-current={other.no === no ? 'step' : undefined}
          >
            {other.name}
          </li>
        ))}
      </ol>
    </header>
  )
}
