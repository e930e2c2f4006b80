import { Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { usePhone } from '#web/lib/media.ts'
import { useTab } from '#web/lib/tab.ts'
import { typedDay } from '#web/lib/typed-day.ts'
import { DayInput } from './DayInput.tsx'

/** One choice of a filter; with `initials` it is also found by those. */
export type FilterOption = { value: string; label: string; initials?: string }

/** One filter of a list; `key` is its name in the address and in the endpoint's input. Many options can be searched. */
export type Filter = { key: string; label: string } & ({ options: readonly FilterOption[] } | { day: true })

/** Whether what was typed is in a choice's name or begins its pinyin initials. */
export const findsOption = (typed: string, option?: FilterOption) =>
  option !== undefined && (option.label.includes(typed.trim()) || (option.initials?.startsWith(typed.trim().toLowerCase()) ?? false))

/** Search box and filters of a list. What is chosen is in the address, so a reload or a link shows the same rows. */
export function FilterBar({ filters, searchHint }: { filters: readonly Filter[]; searchHint: string }) {
  const { query } = useTab()
  const phone = usePhone()
  const chosen = filters.filter((filter) => query.has(filter.key)).length
  const fields = filters.map((filter) => <FilterField key={filter.key} filter={filter} />)
  return (
    <search className="filters">
      <SearchBox hint={searchHint} />
      {phone && filters.length > 1 ? (
        <details open={chosen > 0 || undefined}>
          <summary>{chosen > 0 ? `筛选（已选 ${chosen} 项）` : '筛选'}</summary>
          <div className="folded-filters">{fields}</div>
        </details>
      ) : (
        fields
      )}
    </search>
  )
}

/** One filter with its label; the value is in the address. */
export function FilterField({ filter }: { filter: Filter }) {
  const { query, setQuery } = useTab()
  const value = query.get(filter.key)
  return (
    <label>
      <span>{filter.label}</span>
      {'options' in filter ? (
        <Select
          aria-label={filter.label}
          allowClear
          placeholder="全部"
          value={value}
          options={[...filter.options]}
          popupMatchSelectWidth={false}
          showSearch={filter.options.length > 10 && { filterOption: findsOption }}
          onChange={(chosen?: string) => setQuery({ [filter.key]: chosen ?? null, page: null })}
        />
      ) : (
        <DayInput
          aria-label={filter.label}
          value={value ?? ''}
          // A text that is no day stays in the field; the list is not read again.
          onChange={(day) => (day === '' || typedDay(day)) && setQuery({ [filter.key]: day, page: null })}
        />
      )}
    </label>
  )
}

/** Waits until the person pauses, and until their input method has finished a word. */
function SearchBox({ hint }: { hint: string }) {
  const { query, setQuery } = useTab()
  const asked = query.get('q') ?? ''
  const [typed, setTyped] = useState(asked)
  const [composing, setComposing] = useState(false)
  const [lastAsked, setLastAsked] = useState(asked)
  // The address changed from outside (a link, the back button): follow it.
  if (asked !== lastAsked) {
    setLastAsked(asked)
    if (asked !== typed.trim()) setTyped(asked)
  }
  useEffect(() => {
    if (composing || typed.trim() === asked) return undefined
    const timer = setTimeout(() => setQuery({ q: typed.trim(), page: null }), 300)
    return () => clearTimeout(timer)
  }, [typed, composing, asked, setQuery])
  return (
    <Input.Search
      className="search"
      aria-label={hint}
      placeholder={hint}
      allowClear
      maxLength={50}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onSearch={(value) => setQuery({ q: value.trim(), page: null })}
    />
  )
}
