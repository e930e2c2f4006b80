import type { FileStore } from '#tools/files.ts'

/** What one installation is to all its enterprises: the secret behind the trace codes, the address printed in them, and where files lie. */
export type Installation = {
  /** 32 bytes; see secrets.ts. Losing it makes printed codes unreadable. */
  masterKey: Uint8Array
  /** e.g. https://trace.example.cn, without a slash at the end; where it is not set, the address of the request is used. */
  publicUrl?: string
  /** Where the bytes of attachments and imports lie. */
  files: FileStore
}

/** Whether a stranger's telephone can reach this address: one that means the machine itself leads nobody here. */
export const isReachable = (address: string | undefined): address is string =>
  address !== undefined &&
  !/^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/i.test(
    URL.parse(address)?.hostname ?? 'localhost',
  )
