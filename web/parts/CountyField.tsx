import { Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { County } from '#contract/supply/counties.ts'
import { originText } from '#contract/supply/origin.ts'

type Place = { province: string; city: string; county: string }
type Choice = { value: string; label: string; words: readonly string[]; place: Place }

const keyOf = ({ province, city, county }: Place) => [province, city, county].join(' ')
const asChoice = (place: Place, initials: string): Choice => ({
  value: keyOf(place),
  label: originText(place),
  words: initials.split(' '),
  place,
})

/** The list is fetched with the first form that asks for a place. */
function useCounties(): readonly County[] | undefined {
  const [counties, setCounties] = useState<readonly County[]>()
  useEffect(() => {
    void import('#contract/supply/counties.ts').then((list) => setCounties(list.counties))
  }, [])
  return counties
}

/** What may be chosen: every county; with `wider` also whole cities and provinces. */
function choicesOf(counties: readonly County[], wider: boolean): Choice[] {
  const choices = new Map<string, Choice>()
  const add = (choice: Choice) => choices.has(choice.value) || choices.set(choice.value, choice)
  for (const place of counties) {
    const words = place.initials.split(' ')
    if (wider) add(asChoice({ province: place.province, city: '', county: '' }, words.slice(-1).join(' ')))
    if (wider && place.city !== place.province) add(asChoice({ ...place, county: '' }, words.slice(1).join(' ')))
    add(asChoice({ province: place.province, city: place.city, county: place.county }, place.initials))
  }
  return [...choices.values()]
}

/** Whether what was typed means this place: a part of its name, or the initials of a part, or of the whole from the province on. */
function isMeant(typed: string, { label, words }: Choice): boolean {
  const wanted = typed.trim().toLowerCase()
  return label.includes(wanted) || words.some((word) => word.startsWith(wanted)) || words.toReversed().join('').startsWith(wanted)
}

/**
 * A county of the GB/T 2260 list, found by its name or its pinyin initials. The value is the place with its province, city and county; other
 * fields of the same value (a village) stay. A place that an earlier record typed by hand is shown as it is.
 */
export function CountyField({
  value,
  onChange,
  wider = false,
  placeholder = '输入县名或拼音首字母，如mx',
  ...rest
}: {
  value?: Partial<Place>
  onChange?: (value: Place | undefined) => void
  /** Whether a whole city or province is a choice as well; then nothing is any place. */
  wider?: boolean
  placeholder?: string
  id?: string
}) {
  const counties = useCounties()
  const choices = useMemo(() => choicesOf(counties ?? [], wider), [counties, wider])
  const { province = '', city = '', county = '' } = value ?? {}
  const chosen = keyOf({ province, city, county })
  const isTyped = province !== '' && !choices.some((choice) => choice.value === chosen)
  return (
    <Select<string, Choice>
      {...rest}
      placeholder={placeholder}
      loading={counties === undefined}
      notFoundContent="名录中没有这个地方"
      allowClear={wider}
      value={province === '' ? null : chosen}
      options={isTyped ? [asChoice({ province, city, county }, ''), ...choices] : choices}
      optionRender={({ label }) => <span className="whole">{label}</span>}
      showSearch={{
        filterOption: (typed, choice) => choice !== undefined && isMeant(typed, choice),
        // Those whose own name begins so come before those in a city or province that does.
        filterSort: (one, other, { searchValue }) =>
          Number(other.words[0] === searchValue.toLowerCase()) - Number(one.words[0] === searchValue.toLowerCase()),
      }}
      onChange={(_, choice) => onChange?.(choice === undefined || Array.isArray(choice) ? undefined : { ...value, ...choice.place })}
    />
  )
}
