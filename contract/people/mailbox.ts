import { z } from 'zod'
import { newPassword } from './account.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { text } from '#contract/kernel/values.ts'

/** How long a link sent by mail opens anything. */
export const linkMinutes = 15

/** A mail address as typed; it keeps its capitals, since the part before the @ may mean them. */
export const mailAddress = z
  .string('请填写邮箱')
  .transform((typed) => typed.normalize('NFKC').trim())
  .pipe(z.email('邮箱格式不正确').max(120, '邮箱太长'))

/** The secret in a link: 256 bits. */
export const linkToken = z.string('链接不完整').regex(/^[\w-]{43}$/, '链接不完整，请从邮件中完整复制')

/** What a mailbox is good for: a forgotten password, and proving that it is one's own. */
export const mailboxApi = {
  askReset: endpoint({
    method: 'POST',
    path: '/password-resets',
    right: 'public',
    summary: '申请用邮件重置口令；无论账号是否存在，答复相同',
    input: z.strictObject({ userName: text(50), email: mailAddress }),
    output: z.strictObject({}),
    refusals: ['too_many_attempts'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/password-resets/use',
    right: 'public',
    summary: '用邮件中的链接设置新口令；链接只能用一次，该账号的全部会话随即结束',
    input: z.strictObject({ token: linkToken, password: newPassword }),
    output: z.strictObject({ userName: z.string() }),
    refusals: ['too_many_attempts', 'link_over', 'weak_password'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/account/email',
    right: 'signed-in',
    personal: true,
    summary: '换用或确认自己的邮箱：向它发送确认链接，打开链接后生效',
    input: z.strictObject({ email: mailAddress, password: z.string('请输入口令').min(1, '请输入口令').max(200, '口令太长') }),
    output: z.strictObject({ minutes: z.int() }),
    refusals: ['wrong_password', 'too_many_attempts', 'email_confirmed', 'secret_unconfirmed'],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/account/email/confirm',
    right: 'public',
    summary: '用邮件中的链接确认邮箱是本人的',
    input: z.strictObject({ token: linkToken }),
    output: z.strictObject({ email: z.string() }),
    refusals: ['too_many_attempts', 'link_over'],
  }),
  confirmSecret: endpoint({
    method: 'POST',
    path: '/account/secret/confirm',
    right: 'public',
    summary: '用邮件中的链接确认：管理员为账号设置的口令是本人要求的',
    input: z.strictObject({ token: linkToken }),
    output: z.strictObject({ userName: z.string() }),
    refusals: ['too_many_attempts', 'link_over', 'own_password_first'],
  }),
}
