import { App, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { enterpriseApi, type OwnEnterprise } from '#contract/people/enterprise.ts'
import { provinces } from '#contract/supply/origin.ts'
import { useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

type Profile = z.input<typeof enterpriseApi.edit.input>
type Nullable = 'nodeCode' | 'latitude' | 'longitude'
/** As the form holds it: an empty field is absent or ''. */
type Values = Omit<Profile, 'rowVersion' | Nullable> & { [field in Nullable]?: string }

/** 修改本企业资料; the credit code identifies the enterprise: it is entered once and cannot be changed. */
export function OwnFormDrawer({ enterprise, onClose }: { enterprise: OwnEnterprise; onClose: () => void }) {
  const { message } = App.useApp()
  const edit = useWrite(enterpriseApi.edit)
  const { id, creditCode, isOperating, isDemo, papers, rowVersion, nodeCode, latitude, longitude, province, ...words } = enterprise
  return (
    <FormDrawer<Values>
      title="修改本企业资料"
      submit="保存"
      draftName={id}
      initial={{
        ...words,
        province: provinces.find((one) => one === province),
        nodeCode: nodeCode ?? '',
        latitude: latitude ?? '',
        longitude: longitude ?? '',
      }}
      error={edit.error}
      busy={edit.isPending}
      onSubmit={({ creditCode: typedCode = '', ...values }, saved) =>
        edit.mutate(
          {
            ...values,
            rowVersion,
            ...(typedCode.trim() !== '' && { creditCode: typedCode }),
            province: values.province ?? '',
            nodeCode: values.nodeCode || null,
            latitude: values.latitude || null,
            longitude: values.longitude || null,
          },
          {
            onSuccess: () => {
              saved()
              message.success('本企业资料已保存')
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p className="quiet">此后打印的标签、报告和公开页面即用新资料；已打印和已签名的不变。</p>
      <ProfileFields creditCode={creditCode} />
      <Form.Item name="introduction" label="企业介绍">
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Names, licence, address and how to reach the enterprise. */
function ProfileFields({ creditCode }: { creditCode: string | null }) {
  return (
    <div className="form-columns">
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      {creditCode === null && (
        <Form.Item name="creditCode" label="统一社会信用代码" extra="登记后不能更改；同事注册时凭它找到本企业">
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="licenceNo" label="药品生产许可证号">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="legalPerson" label="法定代表人">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="qualityHead" label="质量负责人">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="province" label="省份">
        <Select showSearch allowClear options={provinces.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="city" label="市（州）">
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="address" label="地址">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="contact" label="联系人">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label="电话">
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label="邮箱" rules={[{ type: 'email', message: '邮箱格式不正确' }]}>
        <Input maxLength={120} autoComplete="off" />
      </Form.Item>
      <Form.Item name="nodeCode" label="追溯节点编码" rules={[{ pattern: /^\d{14}$/, message: '应为14位数字' }]}>
        <Input maxLength={14} inputMode="numeric" autoComplete="off" />
      </Form.Item>
      <div />
      <Form.Item name="latitude" label="纬度">
        <QuantityInput unit="°" negative />
      </Form.Item>
      <Form.Item name="longitude" label="经度">
        <QuantityInput unit="°" negative />
      </Form.Item>
    </div>
  )
}
