import { fetchFile } from './call.ts'

/** Fetches a file from the server and hands it to the browser to save, under the name the server gave it. */
export async function download(url: string): Promise<void> {
  const response = await fetchFile(url)
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="?([^";]+)/i.exec(disposition)?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = encoded ? decodeURIComponent(encoded) : (plain ?? 'download')
  link.click()
  // The click only starts the copy; the address must outlive it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
