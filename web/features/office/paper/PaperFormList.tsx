import { Button, Drawer, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { pages } from '#contract/kernel/pages.ts'
import { paperApi, type PaperFormRow, type PaperVersion } from '#contract/office/paper.ts'
import { useRead } from '#web/lib/call.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { FormDialog } from './FormDialog.tsx'
import { LogoDialog } from './LogoDialog.tsx'

const columns: readonly Column<PaperFormRow>[] = [
  { title: '打印文件', key: 'title' },
  { title: '表单编号', key: 'formNo', render: (form) => form.formNo || '未设' },
  { title: '版本', key: 'version', align: 'right', render: (form) => (form.version === 0 ? '—' : `第 ${form.version} 版`) },
  { title: '保存期限', key: 'retention', render: (form) => form.retention || '未设' },
]

/** 打印表单: the number and retention of every document's form, by version, and the logo over all of them. */
export function PaperFormList({ header }: { header: ReactNode }) {
  const forms = useRead(paperApi.forms, {})
  const { path } = useTab()
  const [open, setOpen] = useState<{ what: 'set' | 'versions'; form: PaperFormRow } | { what: 'logo' }>()
  const close = () => setOpen(undefined)
  const letterhead = forms.data?.letterhead
  return (
    <section className="page" aria-label="打印表单">
      <header className="page-head">
        <h1>{pages.find((page) => page.path === path)?.title}</h1>
      </header>
      {header}
      <p className="quiet">表单编号、版本与保存期限印在每一份文件上。更改后的打印用新版本，以前的打印保留原版本。</p>
      {forms.isPending && <Skeleton active />}
      {forms.error && <CallFailure error={forms.error} onRetry={() => void forms.refetch()} />}
      {letterhead && (
        <p>
          抬头标志：
          {letterhead.digest === null ? (
            '未设'
          ) : (
            <img className="paper-logo" alt="抬头标志" src={`/api/letterhead/logo?${letterhead.version}`} />
          )}{' '}
          <DutyButton duty="36:manage" type="link" onClick={() => setOpen({ what: 'logo' })}>
            更换标志
          </DutyButton>
        </p>
      )}
      {forms.data && (
        <DataTable
          caption="打印表单"
          columns={columns}
          rows={forms.data.forms}
          rowKey={(form) => form.kind}
          actions={(form) => (
            <>
              <DutyButton duty="36:manage" type="link" onClick={() => setOpen({ what: 'set', form })}>
                更改
              </DutyButton>
              {form.version > 0 && (
                <Button type="link" className="text-action" onClick={() => setOpen({ what: 'versions', form })}>
                  版本
                </Button>
              )}
            </>
          )}
        />
      )}
      {open?.what === 'set' && <FormDialog form={open.form} onClose={close} />}
      {open?.what === 'versions' && <Versions form={open.form} onClose={close} />}
      {open?.what === 'logo' && letterhead && (
        <LogoDialog version={letterhead.version} hasLogo={letterhead.digest !== null} onClose={close} />
      )}
    </section>
  )
}

const versionColumns: readonly Column<PaperVersion>[] = [
  { title: '版本', key: 'version', render: (one) => `第 ${one.version} 版` },
  { title: '表单编号', key: 'formNo', render: (one) => one.formNo || '—' },
  { title: '保存期限', key: 'retention', render: (one) => one.retention || '—' },
  { title: '更改原因', key: 'reason' },
  { title: '更改人', key: 'writtenBy', render: (one) => `${one.writtenBy.name} ${exactTime(one.writtenAt)}` },
]

function Versions({ form, onClose }: { form: PaperFormRow; onClose: () => void }) {
  const versions = useRead(paperApi.versions, { kind: form.kind })
  return (
    <Drawer open size={760} title={`${form.title} 表单版本`} onClose={onClose}>
      {versions.isPending && <Skeleton active />}
      {versions.error && <CallFailure error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data && <DataTable caption="表单版本" columns={versionColumns} rows={versions.data} rowKey={(one) => one.id} />}
    </Drawer>
  )
}
