import { App, Form, Input, Radio } from 'antd'
import { causeFactors } from '#contract/cases/incident.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import type { IncidentFile } from '#contract/cases/incident-file.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import './incident.css'

type Factor = keyof typeof causeFactors
type Values = {
  immediateAction: string
  whys?: (string | undefined)[]
  factors?: Partial<Record<Factor, string>>
  factor?: Factor
  root?: string
  post?: string
  effects?: string
}

const asked = ['为什么会发生', '为什么', '为什么', '为什么', '为什么']

/** 调查: what was done at once, five times why, the six bones, and the root. The cause may come later than the first action. */
export function RecordDialog({ file, onClose }: { file: IncidentFile; onClose: () => void }) {
  const { message } = App.useApp()
  const record = useWrite(incidentApi.record)
  const { incident, cause } = file
  const filled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''
  return (
    <StepDialog<Values>
      title={`调查 ${incident.caseNo}`}
      submit="保存"
      wide
      initial={{
        immediateAction: file.immediateAction,
        post: incident.post,
        effects: file.effects,
        ...(cause && { whys: cause.whys, factors: cause.factors, factor: cause.factor, root: cause.root }),
      }}
      error={record.error}
      busy={record.isPending}
      onClose={onClose}
      onSubmit={({ immediateAction, whys = [], factors = {}, factor, root, post, effects }) =>
        record.mutate(
          {
            id: incident.id,
            rowVersion: incident.rowVersion,
            immediateAction,
            ...(post !== undefined && { post }),
            ...(effects !== undefined && { effects }),
            cause: filled(root) && factor !== undefined ? { whys: whys.filter(filled), factors, factor, root } : null,
          },
          {
            onSuccess: () => {
              void message.success('调查记录已保存')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="immediateAction" label="应急措施" rules={[{ required: true, whitespace: true, message: '请写明立即采取的措施' }]}>
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <fieldset className="cause-part">
        <legend>五个为什么</legend>
        {asked.map((label, index) => (
          <Form.Item key={index} name={['whys', index]} label={label}>
            <Input maxLength={200} />
          </Form.Item>
        ))}
      </fieldset>
      <fieldset className="cause-part">
        <legend>人机料法环测</legend>
        <div className="field-pair">
          {keysOf(causeFactors).map((one) => (
            <Form.Item key={one} name={['factors', one]} label={causeFactors[one]}>
              <Input maxLength={200} placeholder="未见异常可不填" />
            </Form.Item>
          ))}
        </div>
      </fieldset>
      <RootFields />
      <div className="field-pair">
        <Form.Item name="post" label="涉及岗位">
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="effects" label="影响">
          <Input.TextArea maxLength={1000} autoSize={{ minRows: 1 }} placeholder="对产品、批次、客户的影响" />
        </Form.Item>
      </div>
    </StepDialog>
  )
}

/** The root and its factor belong together: a cause without a class would be in no trend. */
function RootFields() {
  const root: string | undefined = Form.useWatch('root')
  return (
    <>
      <Form.Item name="root" label="根本原因" extra="提交批准前须填写">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      {root !== undefined && root.trim() !== '' && (
        <Form.Item name="factor" label="原因类别" rules={[{ required: true, message: '请选择原因类别' }]}>
          <Radio.Group options={keysOf(causeFactors).map((value) => ({ value, label: causeFactors[value] }))} />
        </Form.Item>
      )}
    </>
  )
}
