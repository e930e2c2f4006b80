import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Dropdown, Form, Input, Modal, Progress, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { paperApi, paperKinds, type PaperKind, type PaperPrint, type PaperProgress } from '#contract/office/paper.ts'
import { isRefusalCode, refusals } from '#contract/kernel/refusals.ts'
import { useActor } from '#web/lib/actor.ts'
import { CallError, fetchFile, useRead, useWrite } from '#web/lib/call.ts'
import { download } from '#web/lib/download.ts'
import { exactTime } from '#web/lib/format.ts'
import { CallFailure } from './CallFailure.tsx'
import { FormFailure } from './FormFailure.tsx'

/** A document that can be printed of what a page shows. */
export type PaperOf = { kind: PaperKind; id: string }

/** Opens the documents of a record; one alone is a button of its name, several are a menu. None is shown to who may not read them. */
export function PaperButton({ papers }: { papers: readonly PaperOf[] }) {
  const { rights } = useActor()
  const [shown, setShown] = useState<PaperOf>()
  const readable = papers.filter(({ kind }) => paperKinds[kind].readers.some((right) => rights.includes(right)))
  const [first] = readable
  if (first === undefined) return null
  return (
    <>
      {readable.length === 1 ? (
        <Button onClick={() => setShown(first)}>打印{paperKinds[first.kind].title}</Button>
      ) : (
        <Dropdown
          autoFocus
          trigger={['click']}
          menu={{
            items: readable.map((paper) => ({ key: paper.kind, label: paperKinds[paper.kind].title, onClick: () => setShown(paper) })),
          }}
        >
          <Button>打印</Button>
        </Dropdown>
      )}
      {shown && <PaperView {...shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/**
 * A document as it comes out of the printer: first as a preview, which every page calls so. Printing or downloading it is kept with its number;
 * from the second time on it takes a reason.
 */
export function PaperView({ kind, id, onClose }: PaperOf & { onClose: () => void }) {
  const { message } = App.useApp()
  const paper = useRead(paperApi.read, { kind, id })
  const print = useWrite(paperApi.print, { waitMs: longestMs })
  const [form] = Form.useForm<{ reason: string }>()
  const [printed, setPrinted] = useState<PaperPrint>()
  const isAgain = (paper.data?.prints.length ?? 0) > 0
  const addressOf = (one: PaperPrint | undefined) =>
    one === undefined ? `/api/papers/${kind}/${id}/preview` : `/api/paper-prints/${one.id}`
  const content = usePdf(addressOf(printed))
  const isPrinted = printed !== undefined
  const underWay = useUnderWay({ kind, id }, print.isPending || content.isPending)

  const record = (then: (one: PaperPrint) => void) =>
    void form.validateFields().then(({ reason = '' }) =>
      print.mutate(
        { kind, id, reason },
        {
          onSuccess: (one) => {
            void message.success(`第 ${one.printNo} 次打印已登记`)
            setPrinted(one)
            form.resetFields()
            then(one)
          },
        },
      ),
    )
  const save = (one: PaperPrint) => void download(addressOf(one)).catch((error: Error) => message.error(error.message))

  return (
    <Modal
      open
      title={paper.data ? `${paper.data.title} ${paper.data.documentNo}` : paperKinds[kind].title}
      width={960}
      footer={null}
      onCancel={onClose}
    >
      {paper.error && (
        <CallFailure
          error={paper.error}
          onRetry={() => {
            void paper.refetch()
            if (content.error) void content.refetch()
          }}
        />
      )}
      {paper.data && (
        <>
          <FormFailure form={form} error={print.error} />
          <Form form={form} layout="inline" className="paper-tools">
            {!isPrinted && isAgain && (
              <Form.Item
                name="reason"
                label="再次打印的原因"
                rules={[{ required: true, whitespace: true, message: '请写明再次打印的原因' }]}
              >
                <Input maxLength={200} />
              </Form.Item>
            )}
            {isPrinted ? (
              <Button type="primary" onClick={() => save(printed)}>
                下载第 {printed.printNo} 次打印
              </Button>
            ) : (
              <>
                <Button type="primary" loading={print.isPending} disabled={!content.data} onClick={() => record(() => undefined)}>
                  登记并打印
                </Button>
                <Button loading={print.isPending} disabled={!content.data} onClick={() => record(save)}>
                  登记并下载 PDF
                </Button>
              </>
            )}
          </Form>
          {paper.data.prints.length > 0 && <Prints prints={paper.data.prints} onSave={save} />}
        </>
      )}
      {content.error && !paper.error && <NotMade error={content.error} onRetry={() => void content.refetch()} />}
      <UnderWay progress={content.isPending && !isPrinted ? withPreview(underWay) : underWay} />
      {content.isPending && !content.error && <Skeleton active />}
      {content.data && <Pages content={content.data} name={paperKinds[kind].title} prints={isPrinted} />}
    </Modal>
  )
}

/** How long a document of hundred pages may take on a busy day, ms. */
const longestMs = 120_000

/**
 * What of the document is being set for this person, asked for while it is; also what they began before and left. When it is over, the prints are read
 * again.
 */
function useUnderWay(paper: PaperOf, isAsked: boolean): readonly PaperProgress[] {
  const queries = useQueryClient()
  const { data = [] } = useRead(paperApi.progress, paper, { everyMs: (answer) => (isAsked || isUnderWay(answer) ? 600 : false) })
  const isPrinting = isBeing('print', data)
  const wasPrinting = useRef(false)
  useEffect(() => {
    if (wasPrinting.current && !isPrinting) void queries.invalidateQueries({ queryKey: [paperApi.read.method, paperApi.read.path] })
    wasPrinting.current = isPrinting
  }, [isPrinting, queries])
  return data
}

/** Asked until the last of it is done: else a bar would stand beside the finished document. */
const isUnderWay = (progress: readonly PaperProgress[] | undefined) => progress?.some(({ failed }) => failed === null) ?? false

const isBeing = (what: PaperProgress['what'], progress: readonly PaperProgress[]) =>
  progress.some((one) => one.what === what && one.failed === null)

/** What was asked for is said at once, also before the first look tells how far it is. */
const withPreview = (progress: readonly PaperProgress[]): readonly PaperProgress[] =>
  isBeing('preview', progress) ? progress : [...progress, { what: 'preview', part: 0, pages: 0, failed: null }]

const doing = { preview: '正在排版预览', print: '正在排版并登记打印' }

/** How far a long document is. It may be left: what was begun goes on, and is found under the prints. */
function UnderWay({ progress }: { progress: readonly PaperProgress[] }) {
  return progress.map(({ what, part, pages, failed }) =>
    failed !== null ? (
      what === 'print' && (
        <Alert
          key={what}
          type="warning"
          showIcon
          title="上次打印没有完成，未登记"
          description={`${isRefusalCode(failed) ? refusals[failed] : '系统出错'}。可以再试。`}
        />
      )
    ) : (
      <div key={what} role="status">
        {doing[what]}
        {pages > 1 && `，已排 ${pages} 页`}
        <Progress percent={part} showInfo={false} aria-label={doing[what]} />
        {what === 'print' && pages > 20 && '可以关闭此窗口做别的事，完成后在“已打印”中找到。'}
      </div>
    ),
  )
}

/** The bytes of a document. They come as a file and get their type here, so that a browser never opens them as a page of this site. */
const usePdf = (address: string) =>
  useQuery({
    queryKey: ['paper', address],
    queryFn: async () => new Blob([await (await fetchFile(address, { waitMs: longestMs })).arrayBuffer()], { type: 'application/pdf' }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

/** Why there is no document; which signs the font lacks, say. */
function NotMade({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <CallFailure error={error} onRetry={onRetry} />
      {error instanceof CallError && error.errors.map(({ message }) => <p key={message}>{message}</p>)}
    </>
  )
}

/** Who printed the document before, and each of those papers. */
function Prints({ prints, onSave }: { prints: readonly PaperPrint[]; onSave: (print: PaperPrint) => void }) {
  return (
    <details className="paper-prints">
      <summary>已打印 {prints.length} 次</summary>
      <ul className="plain">
        {prints.map((print) => (
          <li key={print.id}>
            第 {print.printNo} 次　{print.printedBy.name}　{exactTime(print.printedAt)}
            {print.reason !== '' && `　${print.reason}`}
            {print.formNo !== '' && `　表单 ${print.formNo} 第 ${print.formVersion} 版`}{' '}
            <Button type="link" className="text-action" aria-label={`下载第 ${print.printNo} 次打印`} onClick={() => onSave(print)}>
              下载
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The viewer of the browser; with `prints` it opens its printing as soon as it has the document, and again by a button. */
function Pages({ content, name, prints }: { content: Blob; name: string; prints: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(content)
    if (frame.current) frame.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [content])
  return (
    <>
      {prints && (
        <Button className="paper-again" onClick={() => printFrame(frame.current)}>
          再送到打印机
        </Button>
      )}
      {/* Browsers show no PDF inside a sandbox; their viewer runs apart from the page, and the type is fixed by the reader of the bytes. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe ref={frame} className="file-shown paper-pages" title={name} onLoad={() => prints && printFrame(frame.current)} />
      {/* Telephones have no viewer inside a page. */}
      <Button className="paper-alone" onClick={() => window.open(frame.current?.src)}>
        打开{name}
      </Button>
    </>
  )
}

/** Opens the printing of the viewer; where it has none, the person finds the file under 下载. */
function printFrame(frame: HTMLIFrameElement | null) {
  try {
    frame?.contentWindow?.focus()
    frame?.contentWindow?.print()
  } catch {
    // The viewer is closed to the page: its own button prints.
  }
}
