import { isValidElement, type ReactNode } from 'react'

/**
 * What a drawn cell says, as text. The small parts that draw a cell (a tag, a note) are functions of their properties and are
 * called; of anything else (a link, a button) the children are read. Neighbouring tags are separated by a blank.
 */
export function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (!isValidElement<{ children?: ReactNode; className?: string }>(node)) return ''
  const { type, props } = node
  // A class would throw when it is called; then its children are read.
  if (typeof type === 'function') return textOf(callPart(type as (given: typeof props) => ReactNode, props))
  const parts = Array.isArray(props.children) ? props.children.flat().map(textOf) : [textOf(props.children)]
  return /\btags\b/.test(props.className ?? '') ? parts.filter((part) => part.trim() !== '').join(' ') : parts.join('')
}

function callPart<Given extends { children?: ReactNode }>(part: (given: Given) => ReactNode, given: Given): ReactNode {
  try {
    return part(given)
  } catch {
    return given.children // it has hooks, which work on the page alone
  }
}
