import type { RegistrationForm } from '#contract/people/registration.ts'

/** What a colleague of the demo factory would send to get an account there. */
export const joiningForm: RegistrationForm = {
  kind: 'join',
  enterpriseName: '岷州本草饮片有限公司',
  creditCode: '91621126MA7BC0DE1E',
  userName: 'xinlai',
  name: '新来的',
  post: '检验员',
  phone: '13800000000',
  email: 'xinlai@example.cn',
  password: '岷县当归甲天下-2026',
}

/** What the owner of another firm would send. */
export const foundingForm: RegistrationForm = {
  ...joiningForm,
  kind: 'new',
  enterpriseName: '深圳某某饮片有限公司',
  creditCode: '9144030071526726XG',
  licence: { kind: '药品生产许可证', no: '粤20260099', validUntil: '2030-12-31' },
  userName: 'laoban',
  name: '老板',
  post: '企业负责人',
  email: 'laoban@example.cn',
}
