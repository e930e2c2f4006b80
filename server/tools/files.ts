import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { hasCode } from './system-error.ts'
import { largestFile } from '#contract/office/attachment.ts'
import { Refusal } from '#contract/kernel/refusals.ts'

/** A file that has come in whole and lies aside until it is kept or dropped. */
export type ReceivedFile = { path: string; digest: string; size: number }

/** Where the bytes of files lie, each under the SHA-256 of its content. Nothing here knows who may see them. */
export type FileStore = {
  /** Takes a file in, at most 20 MB of it, and reckons its digest. */
  receive(content: Readable): Promise<ReceivedFile>
  /** Puts a received file in its place for good: after this it outlives a power failure. */
  keep(file: ReceivedFile): Promise<void>
  /** The bytes; `file_missing` when they are not there, `file_damaged` when they are not those that were kept. */
  read(digest: string): Promise<Buffer>
  /** Lets go of what was received, kept or not. */
  drop(file: ReceivedFile): Promise<void>
  remove(digest: string): Promise<void>
}

/** The object store that takes the place of the folder, where one is set. */
export type ObjectStore = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string; prefix: string }

/** Files in `folder/files`, or in an object store; what comes in lies in `folder/files/incoming` meanwhile. */
export function openFiles(folder: string, objects?: ObjectStore): FileStore {
  const incoming = join(folder, 'files', 'incoming')
  const lasting = objects === undefined ? onDisk(join(folder, 'files')) : inBucket(objects)
  return {
    async receive(content) {
      mkdirSync(incoming, { recursive: true, mode: 0o700 })
      const path = join(incoming, randomUUID())
      const digest = createHash('sha256')
      let size = 0
      const aside = await open(path, 'wx', 0o600)
      try {
        // Not destroyed when it is refused half-way: its connection has yet to carry the answer.
        const chunks: AsyncIterable<Buffer> = content.iterator({ destroyOnReturn: false })
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > largestFile) throw new Refusal('too_large')
          digest.update(chunk)
          await aside.writeFile(chunk)
        }
        if (size === 0) throw new Refusal('file_empty')
        await aside.sync()
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await aside.close()
      }
      return { path, digest: digest.digest('hex'), size }
    },
    // Whole in memory, at most 20 MB of it: a stream would have given out most of it before its digest is known.
    async read(digest) {
      const bytes = await lasting.fetch(digest)
      if (createHash('sha256').update(bytes).digest('hex') !== digest) throw new Refusal('file_damaged')
      return bytes
    },
    drop: ({ path }) => rm(path, { force: true }),
    keep: lasting.keep,
    remove: lasting.remove,
  }
}

/** `fetch` gives the bytes as they lie there. */
type Lasting = Pick<FileStore, 'keep' | 'remove'> & { fetch(digest: string): Promise<Buffer> }

function onDisk(root: string): Lasting {
  const placeOf = (digest: string) => {
    if (!/^[0-9a-f]{64}$/.test(digest)) throw new TypeError('not a digest')
    return { folder: join(root, digest.slice(0, 2)), path: join(root, digest.slice(0, 2), digest.slice(2)) }
  }
  return {
    async keep(file) {
      const { folder, path } = placeOf(file.digest)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        // Also over one that is there already: it has the same content, or was damaged and is whole again.
        await rename(file.path, path)
      } catch (error) {
        // Tried again after a deadlock: it lies there since the first time.
        if (!hasCode(error, 'ENOENT') || !existsSync(path)) throw error
      }
      for (const directory of [folder, root]) {
        const handle = await open(directory, 'r')
        await handle.sync().finally(() => handle.close())
      }
    },
    fetch: (digest) =>
      readFile(placeOf(digest).path).catch((error: unknown) => {
        throw hasCode(error, 'ENOENT') ? new Refusal('file_missing') : error
      }),
    remove: (digest) => rm(placeOf(digest).path, { force: true }),
  }
}

function inBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey, prefix }: ObjectStore): Lasting {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const address = (digest: string) => `${endpoint.replace(/\/+$/, '')}/${bucket}/${prefix}${digest.slice(0, 2)}/${digest.slice(2)}`
  // A transaction is open meanwhile; it must not wait for a store that does not answer.
  const ask = async (digest: string, init: RequestInit) => {
    try {
      return await client.fetch(address(digest), { ...init, signal: AbortSignal.timeout(10_000) })
    } catch {
      throw new Refusal('busy')
    }
  }
  const expect = (response: Response, ...statuses: number[]) => {
    if (!statuses.includes(response.status)) throw new Refusal('busy')
  }
  return {
    async keep(file) {
      const body = await readFile(file.path)
      expect(await ask(file.digest, { method: 'PUT', body, headers: { 'x-amz-content-sha256': file.digest } }), 200)
    },
    async fetch(digest) {
      const response = await ask(digest, { method: 'GET' })
      if (response.status === 404) throw new Refusal('file_missing')
      expect(response, 200)
      const bytes = await response.arrayBuffer().catch(() => {
        throw new Refusal('busy')
      })
      return Buffer.from(bytes)
    },
    remove: async (digest) => expect(await ask(digest, { method: 'DELETE' }), 200, 204, 404),
  }
}

/** Removes what a broken-off upload or a killed server left aside more than an hour ago. */
export async function clearIncoming(folder: string): Promise<void> {
  const incoming = join(folder, 'files', 'incoming')
  if (!existsSync(incoming)) return
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < Date.now() - 3_600_000) await rm(path, { force: true })
  }
}
