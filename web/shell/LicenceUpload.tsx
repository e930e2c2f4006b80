import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { largestLicence, licenceEndings, registrationApi } from '#contract/people/registration.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { CallError, sendFile } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { FileDrop } from '#web/parts/FileDrop.tsx'

/** Where the applicant puts the licence of a new enterprise, or a better copy of it. */
export function LicenceUpload({ ticket, replaces }: { ticket: string; replaces: boolean }) {
  const queries = useQueryClient()
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<Error>()
  const send = async ([file]: File[]) => {
    if (file === undefined || share !== undefined) return
    setFailure(undefined)
    if (file.size > largestLicence) return setFailure(new CallError('too_large', refusals.too_large))
    setShare(0)
    try {
      await sendFile(registrationApi.licence, { ticket, name: file.name }, file, {
        signal: AbortSignal.timeout(300_000),
        onProgress: setShare,
      })
      await queries.invalidateQueries()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    }
    setShare(undefined)
  }
  return (
    <section className="licence-upload" aria-label="证照文件">
      {failure && (
        <div className="form-failure">
          <CallFailure error={failure} onRetry={undefined} />
        </div>
      )}
      <FileDrop
        label={replaces ? '更换证照文件' : '选择证照文件'}
        accept={licenceEndings.map((ending) => `.${ending}`).join(',')}
        onFiles={(files) => void send(files)}
      >
        {share === undefined ? (
          <span className="quiet">PDF、JPG 或 PNG，10 MB 以内，可拖放到这里</span>
        ) : (
          <progress aria-label="上传进度" value={share} />
        )}
      </FileDrop>
    </section>
  )
}
