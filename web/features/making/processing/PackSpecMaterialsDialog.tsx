import { App, Button, Form, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { materialApi } from '#contract/making/material.ts'
import { packSpecApi, type PackSpecRow } from '#contract/making/pack-spec.ts'
import { packPerLabels } from '#contract/packing/pack-material.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Pick<z.input<typeof packSpecApi.setMaterials.input>, 'materials'>

/** What a pack and a box of a specification take. Orders that are written already keep what they copied. */
export function PackSpecMaterialsDialog({ spec, onClose }: { spec: PackSpecRow; onClose: () => void }) {
  const { message } = App.useApp()
  const save = useWrite(packSpecApi.setMaterials)
  const materials = useRead(materialApi.list, { category: 'packaging', state: 'active', pageSize: 200 })
  const offered = (materials.data?.rows ?? [])
    .filter(({ unit }) => isCounted(unit))
    .map(({ id, name, code, unit }) => ({ value: id, label: `${name}（${code}，${unit}）` }))
  // What the specification takes keeps its name where it is disabled by now, or the list could not be read.
  const taken = new Map(spec.materials.map(({ materialId, name, unit }) => [materialId, `${name}（${unit}）`]))
  const options = [
    ...offered,
    ...[...taken].filter(([id]) => !offered.some(({ value }) => value === id)).map(([value, label]) => ({ value, label })),
  ]
  return (
    <StepDialog<Values>
      title={`包材 ${spec.productName} ${spec.name}`}
      submit="保存"
      wide
      initial={{ materials: spec.materials.map(({ materialId, per, pieces }) => ({ materialId, per, pieces })) }}
      error={save.error}
      reads={[materials]}
      busy={save.isPending}
      onClose={onClose}
      onSubmit={({ materials: rows = [] }) =>
        save.mutate(
          { id: spec.id, materials: rows },
          {
            onSuccess: () => {
              message.success('已保存；以后编制的包装指令按此领用包材')
              onClose()
            },
          },
        )
      }
    >
      <p className="quiet">只列出按件计的包材（加工管理 → 物料，单位不是kg）。一样也没有时，包装指令照旧填写内包材批号。</p>
      <Form.List name="materials">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <div key={key} className="form-columns three">
                <Form.Item name={[name, 'materialId']} label="包材" rules={[{ required: true, message: '请选择包材' }]}>
                  <Select
                    loading={materials.isPending}
                    showSearch={{ optionFilterProp: 'label' }}
                    options={options}
                    notFoundContent={materials.data ? '没有按件计的包材' : null}
                  />
                </Form.Item>
                <Form.Item name={[name, 'per']} label="用于" rules={[{ required: true, message: '请选择每袋或每箱' }]}>
                  <Select options={Object.entries(packPerLabels).map(([value, label]) => ({ value, label }))} />
                </Form.Item>
                <Form.Item
                  name={[name, 'pieces']}
                  label="件数"
                  rules={[{ required: true, message: '请填写件数' }]}
                  extra={
                    <Button type="link" danger className="text-action" onClick={() => remove(name)}>
                      删除
                    </Button>
                  }
                >
                  <InputNumber className="full" min={1} max={1000} precision={0} />
                </Form.Item>
              </div>
            ))}
            <Button type="dashed" block disabled={rows.length >= 20} onClick={() => add({ per: 'pack', pieces: 1 })}>
              添加包材
            </Button>
          </>
        )}
      </Form.List>
    </StepDialog>
  )
}
