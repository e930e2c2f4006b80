import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { duties, type Right } from '#contract/kernel/duties.ts'
import { nameOfRight, pageOfRight, rightTree } from '#web/parts/right-names.ts'
import './rights.css'

/** The tree of page codes and duties, with search; a group's box chooses every right that is shown below it. */
export function RightsField({
  value = [],
  onChange = () => {},
  offered = () => true,
}: {
  value?: Right[]
  onChange?: (rights: Right[]) => void
  /** Which rights can be chosen at all; the others are not shown. A duty needs its page. */
  offered?: (right: Right) => boolean
}) {
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const fits = (right: Right) => q === '' || right.startsWith(q) || nameOfRight(right).includes(q)
  const choose = (rights: readonly Right[], on: boolean) => {
    // A duty is of no use without its page.
    const added = on ? rights.flatMap((right) => [right, pageOfRight(right)]) : []
    onChange([...new Set([...value.filter((right) => on || !rights.includes(right)), ...added])])
  }
  const stateOf = (rights: readonly Right[]) => {
    const held = rights.filter((right) => value.includes(right)).length
    return { checked: rights.length > 0 && held === rights.length, indeterminate: held > 0 && held < rights.length }
  }
  const shown = rightTree.flatMap(({ group, pages }) => {
    const branches = pages.flatMap((page) => {
      if (!offered(page.code)) return []
      const whole = fits(page.code) || group.includes(q)
      const fitting = page.duties.filter((duty) => offered(duty) && (whole || fits(duty)))
      return whole || fitting.length > 0 ? [{ ...page, duties: fitting }] : []
    })
    return branches.length > 0 ? [{ group, branches, rights: branches.flatMap((page) => [page.code, ...page.duties]) }] : []
  })
  const everything = shown.flatMap(({ rights }) => rights)
  return (
    <div className="rights">
      <div className="rights-head">
        <Input.Search
          aria-label="搜索页面或职责"
          placeholder="搜索页面、职责或代码"
          allowClear
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          // The list follows each letter already; Enter would submit the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Checkbox {...stateOf(everything)} onChange={(event) => choose(everything, event.target.checked)}>
          {q === '' ? '全选' : '全选搜到的'}
        </Checkbox>
        <span className="quiet">已选 {value.length} 项</span>
      </div>
      {shown.length === 0 && <p className="quiet">没有符合的页面或职责</p>}
      {shown.map(({ group, branches, rights }) => (
        <fieldset key={group}>
          <legend>
            <Checkbox {...stateOf(rights)} onChange={(event) => choose(rights, event.target.checked)}>
              {group}
            </Checkbox>
          </legend>
          {branches.map((page) => (
            <div key={page.code} className="rights-page" role="group" aria-label={page.title}>
              <Checkbox checked={value.includes(page.code)} onChange={(event) => choose([page.code], event.target.checked)}>
                {page.title} <span className="quiet">{page.code}</span>
              </Checkbox>
              <div className="rights-duties">
                {page.duties.map((duty) => (
                  <Checkbox key={duty} checked={value.includes(duty)} onChange={(event) => choose([duty], event.target.checked)}>
                    {duties[duty]}
                  </Checkbox>
                ))}
              </div>
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
