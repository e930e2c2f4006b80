import { App, Button } from 'antd'
import { useNavigate } from 'react-router'
import type { Right } from '#contract/kernel/duties.ts'
import { useActor } from '#web/lib/actor.ts'

/** What comes next for the person who has just done something: 去请验. It is offered to those who may. */
export type Next = { label: string; right: Right; to: string }

/** Says that something was done; what the same person does next is the one button beside it. Whoever waits for another person gets the sentence alone. */
export function useTold() {
  const { message, notification } = App.useApp()
  const navigate = useNavigate()
  const { rights } = useActor()
  return (sentence: string, next?: Next) => {
    if (next === undefined || !rights.includes(next.right)) return void message.success(sentence, 5)
    // What was offered before is done, or no longer what comes next.
    const key = 'told'
    const go = () => {
      notification.destroy(key)
      void navigate(next.to)
    }
    notification.success({
      key,
      title: sentence,
      duration: 12,
      actions: (
        <Button type="primary" onClick={go}>
          {next.label}
        </Button>
      ),
    })
  }
}
