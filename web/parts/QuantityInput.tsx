import { Input } from 'antd'

const halfWidth = (typed: string) => typed.normalize('NFKC').replace(/[。]/g, '.').replace(/[,\s]/g, '')

/** A decimal whose value is text, with its unit. Characters that are not part of a number are dropped. */
export function QuantityInput({
  value = '',
  onChange,
  unit = 'kg',
  negative = false,
  disabled = false,
  ...rest
}: {
  value?: string
  onChange?: (value: string) => void
  unit?: string
  negative?: boolean
  disabled?: boolean
  id?: string
  placeholder?: string
  'aria-label'?: string
}) {
  const allowed = negative ? /^-?\d*\.?\d*$/ : /^\d*\.?\d*$/
  const take = (typed: string) => {
    const plain = halfWidth(typed)
    if (allowed.test(plain)) onChange?.(plain)
  }
  // `.5`, `5.` and `007` are how people type; the contract wants 0.5, 5 and 7.
  const tidy = () => {
    const plain = value
      .replace(/^(-?)0+(?=\d)/, '$1')
      .replace(/^(-?)\./, '$10.')
      .replace(/\.$/, '')
    if (plain !== value) onChange?.(plain)
  }
  return (
    <Input
      {...rest}
      className="quantity"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      suffix={unit}
      disabled={disabled}
      value={value}
      onChange={(event) => take(event.target.value)}
      onBlur={tidy}
    />
  )
}
