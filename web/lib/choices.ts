import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { useRead } from './call.ts'

/** How long a person pauses who has typed what they look for, ms. */
const pauseMs = 150

/**
 * What a form's field offers of a list that is too long to load: the first rows at once, and what the server finds while somebody types. The row that is
 * chosen is always among them. Until there is an answer to what was typed nothing else is offered, so that Enter never takes what was not meant.
 */
export function useChoices<Row extends { id: string }>(
  endpoint: Endpoint<z.ZodObject, z.ZodType<Row[]>>,
  given: Record<string, string | undefined> | null,
  chosenId: string | undefined,
) {
  const [typed, search] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setQ(typed.trim()), typed === '' ? 0 : pauseMs)
    return () => clearTimeout(pause)
  }, [typed])
  const found = useRead(endpoint, given && { ...given, q }, { keepPrevious: true })
  const isAmong = found.data?.some(({ id }) => id === chosenId) ?? false
  const own = useRead(endpoint, given && chosenId !== undefined && !isAmong ? { ...given, id: chosenId } : null, { keepPrevious: true })
  const chosen = [...(found.data ?? []), ...(own.data ?? [])].find(({ id }) => id === chosenId)
  const isSearching = typed.trim() !== q || found.isPlaceholderData || found.isPending
  const offered = isSearching ? [] : (found.data ?? [])
  return {
    rows: chosen === undefined || offered.includes(chosen) ? offered : [chosen, ...offered],
    chosen,
    search,
    isSearching,
    error: found.error ?? own.error,
    again: () => void Promise.all([found.refetch(), own.refetch()]),
  }
}
