import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { instant, rowVersion, text } from '#contract/kernel/values.ts'

const password = z.string('请输入口令').min(1, '请输入口令').max(200, '口令太长')

/** Six digits from the authenticator, or a recovery code; spaces and hyphens are how people write them. */
export const secondFactorCode = z
  .string('请输入动态码')
  .max(40, '动态码是6位数字')
  .transform((typed) => typed.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase())
  .refine((typed) => /^(\d{6}|[a-z2-9]{10})$/.test(typed), '动态码是6位数字；恢复码是10个字母和数字')

/** How many recovery codes a person is given at a time. */
export const recoveryCodes = 10

const rule = z.strictObject({ secondFactorRequired: z.boolean(), rowVersion })

export const secondFactorApi = {
  read: endpoint({
    method: 'GET',
    path: '/account/second-factor',
    right: 'signed-in',
    personal: true,
    beforeSecondFactor: true,
    summary: '我的两步验证',
    input: z.strictObject({}),
    output: z.strictObject({
      /** Since when signing in asks for a code; null when it does not. */
      since: instant.nullable(),
      recoveryLeft: z.int(),
      /** Whether the enterprise asks everybody for one. */
      required: z.boolean(),
    }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/account/second-factor/begin',
    right: 'signed-in',
    personal: true,
    beforeSecondFactor: true,
    summary: '开始设置两步验证；密钥只在此回答中出现一次，输入动态码后才生效',
    input: z.strictObject({ password }),
    output: z.strictObject({ secret: z.string(), uri: z.string() }),
    shownOnce: true,
    refusals: ['wrong_password', 'too_many_attempts', 'second_factor_on', 'shown_once'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/account/second-factor/confirm',
    right: 'signed-in',
    personal: true,
    beforeSecondFactor: true,
    summary: '以动态码完成设置；其他会话随即结束，恢复码只在此回答中出现一次',
    input: z.strictObject({ code: secondFactorCode }),
    output: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    shownOnce: true,
    refusals: ['wrong_code', 'too_many_attempts', 'second_factor_on', 'second_factor_off', 'shown_once'],
  }),
  turnOff: endpoint({
    method: 'POST',
    path: '/account/second-factor/off',
    right: 'signed-in',
    personal: true,
    summary: '关闭我的两步验证',
    input: z.strictObject({ password, code: secondFactorCode }),
    output: z.strictObject({}),
    refusals: ['wrong_password', 'wrong_code', 'too_many_attempts', 'second_factor_off'],
  }),
  readRule: endpoint({
    method: 'GET',
    path: '/sign-in-rule',
    right: '31',
    summary: '本企业的登录规则',
    input: z.strictObject({}),
    output: rule,
  }),
  saveRule: endpoint({
    method: 'PATCH',
    path: '/sign-in-rule',
    right: '31:manage',
    summary: '要求或不再要求全体两步验证；没有设置的人在设置之前不能做别的事',
    input: rule.extend({ reason: text(200) }),
    output: rule,
    refusals: ['stale'],
  }),
}
