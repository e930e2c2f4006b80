import { Button, Form, Input, InputNumber } from 'antd'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { packagesSampled } from '#contract/laboratory/sampling.ts'
import { Facts } from '#web/parts/Facts.tsx'

type Typed = { number?: number } | undefined

/**
 * How many packages the rule asks for (ChP 通则 0211), and which numbers the stored seed draws. More may be opened; what is abnormal among them is named
 * and does not join the sample.
 */
export function SampleDraw({ file: { inspection, requiredPackages, drawSeed } }: { file: InspectionFile }) {
  const packages: number | null | undefined = Form.useWatch('packages')
  const typed: Typed[] | undefined = Form.useWatch('abnormalUnits')
  const abnormal = [...new Set((typed ?? []).flatMap((unit) => (unit?.number === undefined ? [] : [unit.number])))]
  const count = Math.min(Math.max(packages ?? requiredPackages, requiredPackages), inspection.packageCount)
  const { numbers, missing } = packagesSampled({ packages: inspection.packageCount, count, seed: drawSeed }, requiredPackages, abnormal)
  return (
    <>
      <Facts
        rows={[
          ['总件数', `${inspection.packageCount} 件`],
          ['应取件数', `${requiredPackages} 件（《中国药典》通则0211）`],
          [
            '取样件号',
            <span key="drawn" className="drawn">
              {numbers.join('、') || '—'}
            </span>,
          ],
        ]}
      />
      <Form.Item
        name="packages"
        label="实取件数"
        extra={
          missing > 0
            ? `抽中的异常包件不并入样品，请再增加${missing}件`
            : '可以多取，不可少取；件号由系统随机抽取，抽取过程留有记录，可以复核'
        }
        {...(packages === undefined && { initialValue: requiredPackages })}
        {...(missing > 0 && { validateStatus: 'warning' as const })}
      >
        <InputNumber min={requiredPackages} max={inspection.packageCount} precision={0} suffix="件" />
      </Form.Item>
      <AbnormalUnits most={inspection.packageCount} />
    </>
  )
}

/** 包件异常: what was wrong with which package. */
function AbnormalUnits({ most }: { most: number }) {
  return (
    <Form.List name="abnormalUnits">
      {(units, { add, remove }) => (
        <>
          {units.map(({ key, name }) => (
            <div key={key} className="abnormal-unit">
              <Form.Item name={[name, 'number']} label="异常件号" rules={[{ required: true, message: '请填写件号' }]}>
                <InputNumber min={1} max={most} precision={0} controls={false} suffix="件" />
              </Form.Item>
              <Form.Item
                name={[name, 'seen']}
                label="异常情况"
                rules={[{ required: true, whitespace: true, message: '请写明该件有什么异常' }]}
              >
                <Input maxLength={100} autoComplete="off" placeholder="受潮、霉变、破损、混品" />
              </Form.Item>
              <Button type="link" danger className="text-action" onClick={() => remove(name)} aria-label={`删除第${name + 1}条包件异常`}>
                删除
              </Button>
            </div>
          ))}
          <Form.Item extra="与其他包件不同的逐件写明；异常包件不并入样品，并告知质量部门">
            <Button type="dashed" disabled={units.length >= 50} onClick={() => add({})}>
              登记包件异常
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}
