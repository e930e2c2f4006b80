import { daysToConfirm, type RegistrationRow } from '#contract/people/registration.ts'
import { linkMinutes } from '#contract/people/mailbox.ts'
import type { Letter } from '#kernel/mail.ts'

/**
 * To a mailbox that has not answered yet. It contains nothing that the applicant typed; otherwise anyone could send any text to anyone in
 * our name.
 */
export const confirmLetter = (to: string, token: string): Letter => ({
  to,
  subject: '确认注册邮箱',
  paragraphs: [
    '有人用这个邮箱申请注册。',
    `如果是您本人，请在${linkMinutes}分钟内打开下面的链接，确认邮箱；确认之后申请才会提交审批。过期时，可在提交申请后的进度页再次发送。${daysToConfirm}天内没有确认的申请会失效。`,
  ],
  link: `/register#confirm=${token}`,
  usefulMinutes: linkMinutes,
})

export const approvedLetter = (to: string, userName: string, enterprise: string): Letter => ({
  to,
  subject: '注册申请已批准',
  paragraphs: [`您在 ${enterprise} 的账号已经开通。用户名：${userName}。请用您注册时设定的口令登录。`],
  link: '/login',
})

export const refusedLetter = ({ email, reason }: Pick<RegistrationRow, 'email' | 'reason'>, receipt: string): Letter => ({
  to: email,
  subject: '注册申请已退回',
  paragraphs: [`您的注册申请没有批准。原因：${reason}`, '您可以按原因修改后重新申请。申请的详情：'],
  link: `/register#receipt=${receipt}`,
})
