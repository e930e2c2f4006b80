// What must be there, or the program is wrong: these throw where a non-null mark would let `undefined` travel on.

/** The one element of a list that has exactly one. Throws when there is none, or a second. */
export function only<Element>(list: readonly Element[]): Element {
  const [first, ...others] = list
  if (first === undefined || others.length > 0) throw new RangeError(`expected one element, found ${list.length}`)
  return first
}

/** The element at a place from 0; a negative place counts from the end. Throws when there is none. */
export function elementAt<Element>(list: readonly Element[], place: number): Element {
  const element = list[place < 0 ? list.length + place : place] // `at` asks the runtime for each element
  if (element === undefined) throw new RangeError(`no element ${place} among ${list.length}`)
  return element
}

/** The value that a map holds under a key. Throws when it holds none. */
export function valueIn<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new RangeError(`no value for ${String(key)}`)
  return value
}

/** The value itself, where a column or an answer may be empty but is not empty here. Throws when it is. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new RangeError('expected a value, found none')
  return value
}
