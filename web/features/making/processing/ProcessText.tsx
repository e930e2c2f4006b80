import { coProductText } from '#contract/making/process-difference.ts'
import { rangeText, type ProcessParameter } from '#contract/making/production-record.ts'
import type { ProcessDetail } from '#contract/making/process-version.ts'
import { kgUnit } from '#web/lib/format.ts'

const limit = (parameter: ProcessParameter) => rangeText(parameter) || '记录'
const aim = ({ target, unit }: ProcessParameter) => (target === null ? '—' : `${target} ${unit}`.trim())

/** 工艺规程 as the procedure prints it: limits, steps with their parameters, auxiliaries, co-products. */
export function ProcessText({ version }: { version: ProcessDetail }) {
  const { content } = version
  return (
    <div className="process-text">
      <section>
        <h2>一、总则</h2>
        <Table
          rows={[
            ['产品 / 规格', `${version.productName} ${version.cutSpec}`],
            ['药材 / 炮制方法', `${version.materialName} / ${version.processingMethod}`],
            ['执行标准', version.standardName ?? '尚无现行标准'],
            ['贮藏', version.storage || '—'],
            ['最大批量', kgUnit(content.maxBatch)],
            ['拼批', content.allowsBlending ? '允许，须QA签名' : '不允许，一批一个药材批次'],
            ['收率', `${content.yieldMin}～${content.yieldMax} %`],
            ['物料平衡', `${content.balanceMin}～${content.balanceMax} %`],
            ['编制依据', version.basis || '—'],
          ]}
        />
      </section>
      <section>
        <h2>二、辅料</h2>
        {content.auxiliaries.length === 0 ? (
          <p>不用辅料。</p>
        ) : (
          <Table rows={content.auxiliaries.map((line) => [line.name, `每100 kg药材用 ${line.ratio} kg，允差 ±${line.tolerance} %`])} />
        )}
      </section>
      {content.coProducts.length > 0 && (
        <section>
          <h2>联产品</h2>
          <Table rows={content.coProducts.map((line) => [`${line.name} ${line.cutSpec}`, coProductText(line)])} />
        </section>
      )}
      <h2>三、工序</h2>
      {content.steps.map((step) => (
        <section key={step.no}>
          <h3>
            {step.no}. {step.name} {step.option}
            {step.isCritical && <span className="tag tag-warning">关键工序</span>}
          </h3>
          {step.instruction && <p className="instruction">{step.instruction}</p>}
          {(step.equipment || step.holdHours !== null) && (
            <p>
              {step.equipment && `设备：${step.equipment}。`}
              {step.holdHours !== null && `完成后${step.holdHours}小时内开始下道工序。`}
            </p>
          )}
          {step.parameters.length > 0 && (
            <div className="table-frame" role="region" aria-label={`${step.name}的工艺参数`} tabIndex={0}>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">参数</th>
                    <th scope="col">范围</th>
                    <th scope="col">目标</th>
                    <th scope="col">关键</th>
                  </tr>
                </thead>
                <tbody>
                  {step.parameters.map((parameter) => (
                    <tr key={parameter.code}>
                      <td>{parameter.name}</td>
                      <td>{limit(parameter)}</td>
                      <td>{aim(parameter)}</td>
                      <td>{parameter.isCritical ? '关键' : '—'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      ))}
    </div>
  )
}

function Table({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className="facts">{rows.flatMap(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}</dl>
  )
}
