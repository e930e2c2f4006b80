import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { searchApi } from '#contract/office/search.ts'
import { useSession } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { takesCodes } from '#web/lib/scan-burst.ts'
import { initials, openPages } from './menu.tsx'
import { recentOf, remember, type Entry } from './recent.ts'

type Group = { title: string; entries: readonly Entry[] }

/** How long the person must pause before the server is asked, ms. */
const pauseMs = 200
/** How many pages are offered at most. */
const pagesShown = 8

/**
 * Finds pages, numbers, herbs and firms and goes there: Ctrl or ⌘ with K. Before anything is typed, what was opened last. It is a plain
 * dialog and part of the frame: it has the focus before the next key or the scanner's first sign arrives.
 */
export function Palette({ onClose, begin = '' }: { onClose: () => void; begin?: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const palette = usePalette(onClose, begin)
  const { typed, type, entries, chosen, isWaiting, move } = palette
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal() // the browser gives the focus back when it closes
    field.current?.focus()
    return () => shown?.close()
  }, [])
  useEffect(() => {
    // What is pressed beside the palette is its own backdrop.
    const closeOutside = (event: Event) => event.target === dialog.current && onClose()
    addEventListener('mousedown', closeOutside)
    return () => removeEventListener('mousedown', closeOutside)
  }, [onClose])
  return (
    <dialog
      ref={dialog}
      className="palette-frame"
      aria-labelledby="palette-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Escape closes the palette and not the drawer below it as well.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <header>
        <h2 id="palette-title">查找</h2>
        <button type="button" className="text-button" onClick={onClose}>
          关闭
        </button>
      </header>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="页面、批号、单号、追溯码、品名、企业或拼音首字母"
        aria-expanded={entries.length > 0}
        aria-controls="palette-entries"
        aria-activedescendant={entries[chosen] && `palette-${chosen}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="页面、批号、单号、追溯码、品名、企业或拼音首字母"
        maxLength={300}
        {...takesCodes.itself}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={move}
      />
      <div id="palette-entries" role="listbox" aria-label="查找结果" aria-busy={isWaiting} className="palette">
        <FoundEntries palette={palette} />
      </div>
      <p className="palette-none" role="status">
        {palette.error ? `${palette.error.message}；页面仍可查找` : isWaiting ? '正在查找……' : entries.length === 0 && nothingFound}
      </p>
    </dialog>
  )
}

type PaletteState = ReturnType<typeof usePalette>

/** What is looked for and what was found, which entry is chosen, and the way there. */
function usePalette(onClose: () => void, begin: string) {
  const navigate = useNavigate()
  const { codes, user } = useSession()
  const [typed, setTyped] = useState(begin)
  /** What was asked for with Enter before its answer came: a scanner is faster than the server. */
  const [entered, setEntered] = useState<string>()
  const [at, setAt] = useState(0)
  const wanted = typed.trim()
  const asked = useSettled(wanted)
  const found = useRead(searchApi.search, asked === '' || wanted === '' ? null : { q: asked }, { keepPrevious: true })
  const groups = wanted === '' ? groupsAtRest(codes, recentOf(user.id)) : groupsFound(codes, wanted, found.data)
  const entries = groups.flatMap((group) => group.entries)
  const chosen = Math.min(at, entries.length - 1)
  const isWaiting = wanted !== '' && !found.error && (asked !== wanted || found.isFetching)

  const go = (entry: Entry) => {
    remember(user.id, entry)
    onClose()
    void navigate(entry.path)
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      const next = (chosen + step + entries.length) % entries.length
      setAt(next)
      document.getElementById(`palette-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // The entries shown now may be of another search. Pages are known at once.
    const isPage = wanted !== '' && groups[0]?.title === '页面' && chosen < groups[0].entries.length
    if (isWaiting && !isPage) setEntered(wanted)
    else if (entries[chosen]) go(entries[chosen])
  }
  const awaited = !isWaiting && entered !== undefined && entered === wanted ? entries[0] : undefined
  useEffect(() => {
    if (awaited) go(awaited)
  })
  const type = (text: string) => {
    setTyped(text)
    setAt(0)
    setEntered(undefined)
  }
  return { typed, type, groups, entries, chosen, choose: setAt, isWaiting, error: found.error, go, move }
}

function FoundEntries({ palette: { groups, entries, chosen, choose, go, move } }: { palette: PaletteState }) {
  return (
    <>
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <div className="palette-group" aria-hidden="true">
            {group.title}
          </div>
          {group.entries.map((entry) => {
            const index = entries.indexOf(entry)
            return (
              <div
                key={`${entry.path} ${entry.note}`}
                tabIndex={-1}
                id={`palette-${index}`}
                role="option"
                aria-selected={index === chosen}
                onMouseEnter={() => choose(index)}
                onClick={() => go(entry)}
                onKeyDown={move}
              >
                {entry.title}
                <small>{entry.note}</small>
              </div>
            )
          })}
        </div>
      ))}
    </>
  )
}

const nothingFound =
  '没有找到。可以查：页面、批号、采购与生产等单号、追溯码、药材与产品、供应商与客户的名称或拼音首字母；没有权限的不会出现'

/** Before anything is typed: what was opened last, then the pages. */
const groupsAtRest = (codes: readonly string[], recent: readonly Entry[]): Group[] =>
  filled([
    { title: '最近打开', entries: recent },
    { title: '页面', entries: pageEntries(codes).filter(({ path }) => !recent.some((entry) => entry.path === path)) },
  ])

/** The pages that fit what was typed, at once, and beneath them what the server found. */
function groupsFound(codes: readonly string[], wanted: string, found: z.output<typeof searchApi.search.output> | undefined): Group[] {
  const small = wanted.toLowerCase()
  const fitting = pageEntries(codes).filter(({ path, title }) => title.includes(wanted) || initials[path].includes(small))
  const { documents = [], goods = [], firms = [] } = found ?? {}
  return filled([
    { title: '页面', entries: fitting.slice(0, pagesShown) },
    { title: '批次与单据', entries: documents },
    { title: '药材与产品', entries: goods },
    { title: '企业', entries: firms },
  ])
}

const pageEntries = (codes: readonly string[]) => openPages(codes).map(({ path, title, group }) => ({ path, title, note: group ?? '' }))
const filled = (groups: readonly Group[]) => groups.filter(({ entries }) => entries.length > 0)

/** What was typed, once the person pauses. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
