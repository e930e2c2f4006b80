import { Button, Form, InputNumber, Select } from 'antd'
import type { PackagingDetail } from '#contract/packing/packaging.ts'

/** Labels that are nowhere, by the serials that are missing between their neighbours on the roll or on packs. Asked for once some are counted as lost. */
export function LostLabels({ runs }: { runs: PackagingDetail['runs'] }) {
  const lost: number | undefined = Form.useWatch(['labels', 'lost'])
  if (!lost) return null
  return (
    <fieldset className="lines">
      <legend>遗失的标签</legend>
      <p>完成后将开立质量事件并冻结成品批，由质量部门调查；遗失标签的码随即作废。</p>
      <Form.List name="lostLabels">
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key} className="form-columns">
                <Form.Item name={[name, 'runNo']} label="领用单号" rules={[{ required: true, message: '请选择领用单号' }]}>
                  <Select options={runs.map(({ runNo, packLabels }) => ({ value: runNo, label: `${runNo}（${packLabels} 张）` }))} />
                </Form.Item>
                <Form.Item name={[name, 'first']} label="首号" rules={[{ required: true, message: '请填写首号' }]}>
                  <InputNumber min={1} precision={0} controls={false} suffix="号" style={{ width: '100%' }} />
                </Form.Item>
                <Form.Item name={[name, 'last']} label="末号" rules={[{ required: true, message: '请填写末号' }]}>
                  <InputNumber min={1} precision={0} controls={false} suffix="号" style={{ width: '100%' }} />
                </Form.Item>
                <Button type="link" className="text-action" onClick={() => remove(name)} aria-label={`删除第${name + 1}段标签`}>
                  删除
                </Button>
              </div>
            ))}
            <Button onClick={() => add({ runNo: runs[0]?.runNo })}>＋ 增加一段</Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}
