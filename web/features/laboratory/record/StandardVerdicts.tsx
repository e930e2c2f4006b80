import { standardAuthorities } from '#contract/laboratory/authority.ts'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import type { ByStandard } from '#contract/laboratory/record.ts'

const said = (verdict: ByStandard['verdict']) => (verdict === null ? '尚未提交' : verdictLooks[verdict].label)

/** What every standard says, where several apply, by whose it is; of one alone the conclusion says it already. */
export const StandardVerdicts = ({ of }: { of: readonly ByStandard[] }) =>
  of.length < 2 ? null : (
    <span className="tags standard-verdicts">
      {of.map(({ name, authority, verdict }) => (
        <small key={name} title={name} className={verdict === 'FAIL' ? 'broken' : 'quiet'}>
          {standardAuthorities[authority]} {said(verdict)}
        </small>
      ))}
    </span>
  )

/** The same in full, for a column and an export: each standard by its name, with what it says. */
export const namedVerdicts = (of: readonly ByStandard[]) => of.map(({ name, verdict }) => `${name}：${said(verdict)}`).join('；')
