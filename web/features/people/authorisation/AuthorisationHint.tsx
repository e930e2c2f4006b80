import { Alert } from 'antd'
import { activities, authorisationApi, type Activity } from '#contract/people/authorisation.ts'
import { useRead } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'

/** Says before a step that the person lacks an authorisation that is, or will be, asked of it. Silent while all is well, or nobody is asked. */
export function AuthorisationHint({ asked }: { asked: readonly Activity[] }) {
  const own = useRead(authorisationApi.own, {})
  if (own.data === undefined || own.data.askedFrom === null) return null
  const { askedFrom, held } = own.data
  const lacking = [...new Set(asked)].filter(
    (activity) =>
      !held.some(
        (one) =>
          one.activity === activity && one.state === 'valid' && one.validUntil >= today() && (one.trainingUntil ?? today()) >= today(),
      ),
  )
  if (lacking.length === 0) return null
  const works = lacking.map((activity) => activities[activity].label).join('、')
  const isAsked = askedFrom <= today()
  return (
    <Alert
      type={isAsked ? 'error' : 'warning'}
      showIcon
      title={
        isAsked
          ? `您没有有效的上岗授权：${works}，这一步会被拒绝；请联系质量部门办理授权`
          : `自 ${askedFrom} 起要求上岗授权，您还没有：${works}`
      }
    />
  )
}
