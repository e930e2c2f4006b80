import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import type { AttachmentRow } from '#contract/office/attachment.ts'
import { fetchFile } from '#web/lib/call.ts'
import { CallFailure } from './CallFailure.tsx'

/** Whether a file can be looked at without leaving the page. */
export const canPreview = (mediaType: string) => mediaType.startsWith('image/') || mediaType === 'application/pdf'

/** Shows a picture or a PDF. The bytes come as a file and get their type here, so that a browser never opens them as a page of this site. */
export function FilePreview({ file, onClose }: { file: AttachmentRow; onClose: () => void }) {
  const bytes = useQuery({
    queryKey: ['file', file.id],
    queryFn: async () => {
      const response = await fetchFile(`/api/attachment-files/${file.id}`)
      return new Blob([await response.arrayBuffer()], { type: file.mediaType })
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Modal open title={file.name} width={960} footer={null} onCancel={onClose}>
      {bytes.error && <CallFailure error={bytes.error} onRetry={() => void bytes.refetch()} />}
      {bytes.isPending && <Skeleton active />}
      {bytes.data && <Shown content={bytes.data} name={file.name} />}
    </Modal>
  )
}

function Shown({ content, name }: { content: Blob; name: string }) {
  const frame = useRef<HTMLImageElement & HTMLIFrameElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(content)
    if (frame.current) frame.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [content])
  if (content.type.startsWith('image/')) return <img ref={frame} className="file-shown" alt={name} />
  // Browsers show no PDF inside a sandbox; their viewer runs apart from the page, and the type above is fixed.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={frame} className="file-shown" title={name} />
}
