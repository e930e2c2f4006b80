import { countyList } from './county-list.ts'

/** A county of the GB/T 2260 list, with the city and the province it lies in. */
export type County = {
  /** Six digits. */
  code: string
  province: string
  city: string
  county: string
  /** Pinyin initials of the three, from the county outwards, as people type them to search: 岷县 定西市 甘肃省 → mx dxs gss. */
  initials: string
}

type Place = { province: string; city: string; county: string }

const keyOfPlace = ({ province, city, county }: Place) => `${province} ${city} ${county}`

/** Every county, in the order of the codes. */
export const counties: readonly County[] = read(countyList)

const codes = new Map(counties.map((county) => [keyOfPlace(county), county.code]))

/** The code of a county that is in the list; undefined for any other place. */
export const countyCodeOf = (place: Place): string | undefined => codes.get(keyOfPlace(place))

function read(list: string): County[] {
  const found: County[] = []
  let province = { name: '', initials: '' }
  for (const line of list.trim().split('\n')) {
    const [code = '', name = '', initials = '', ...within] = line.split(' ')
    if (code.length === 2) province = { name, initials }
    for (const one of within) {
      const [, end = '', county = '', own = ''] = /^(\d\d)(.+?)([a-z]+)$/.exec(one) ?? []
      const wider = name === province.name ? province.initials : `${initials} ${province.initials}`
      found.push({ code: code + end, province: province.name, city: name, county, initials: `${own} ${wider}` })
    }
  }
  return found
}
