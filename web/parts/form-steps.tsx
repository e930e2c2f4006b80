import type { FormInstance } from 'antd'
import { createContext, useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { usePhone } from '#web/lib/media.ts'

/** Which step of a long form a phone shows; undefined where all of them stand on one page. */
const Now = createContext<number | undefined>(undefined)
export const StepNow = Now.Provider

/**
 * A part of a long form, under its name where all parts stand on one page. While another step is asked it is hidden and stays in the form, so
 * that nothing typed is lost or unchecked.
 */
export function FormStep({ step, title, children }: { step: number; title: string; children: ReactNode }) {
  const now = useContext(Now)
  return (
    <div data-step={step} hidden={now !== undefined && now !== step}>
      {now === undefined && <h2 className="drawer-heading">{title}</h2>}
      {children}
    </div>
  )
}

type Name = readonly (string | number)[]
const elementOf = (name: Name) => document.getElementById(name.join('_'))
const stepOf = (name: Name) => elementOf(name)?.closest<HTMLElement>('[data-step]')?.dataset['step']

/** The steps of a form on a phone: a step is left when what it asks is answered, and an error leads to the step that it is in. */
export function useSteps(form: FormInstance, steps: readonly string[], error: Error | null) {
  const isPhone = usePhone()
  const [asked, setAsked] = useState(0)
  const at = isPhone && steps.length > 0 ? asked : undefined
  const show = (step: number) => {
    setAsked(step)
    // The next step begins at its top.
    setTimeout(() => document.querySelector('.form-steps')?.scrollIntoView({ block: 'start' }))
  }
  const showFirstError = () => {
    const name = form.getFieldsError().find(({ errors }) => errors.length > 0)?.name
    const step = name && stepOf(name)
    if (name === undefined || step === undefined) return
    setAsked(Number(step))
    setTimeout(() => form.scrollToField(name, { focus: true, block: 'center' }))
  }
  // The form has put the refusal on its fields before this runs. Only a new refusal moves the person to another step.
  const showRefusal = useEffectEvent(showFirstError)
  useEffect(() => {
    if (error === null) return
    const soon = setTimeout(showRefusal)
    return () => clearTimeout(soon)
  }, [error])
  return {
    at,
    isLast: at === undefined || at === steps.length - 1,
    showFirstError,
    async go(step: number) {
      if (at === undefined || step < at) return show(step)
      const here = form.getFieldsError().flatMap(({ name }) => (stepOf(name) === String(at) ? [name] : []))
      const isAnswered = await form.validateFields(here).then(
        () => true,
        () => false,
      )
      if (isAnswered) show(step)
      else showFirstError()
    },
  }
}
