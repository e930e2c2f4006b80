/** What the values of a record are called where a correction is asked for. */
export const correctionFields: Record<string, string> = {
  gross: '毛重 (kg)',
  tare: '皮重 (kg)',
  net: '净重 (kg)',
  packageCount: '件数',
  supplierLotNo: '供应商批号',
  arrivedAt: '到货时间',
  harvestFrom: '采收自',
  harvestTo: '采收至',
  province: '省',
  city: '市',
  county: '县',
  town: '乡镇',
  village: '村',
  exceptionNote: '异常说明',
  startedAt: '开始时间',
  endedAt: '结束时间',
  input: '投入 (kg)',
  output: '产出 (kg)',
  water: '吸水 (kg)',
  losses: '损耗',
  parameters: '工艺参数',
  coProducts: '联产品',
  sampled: '中间取样 (kg)',
  leftover: '尾料 (kg)',
  weighings: '称重',
  returns: '退料',
}

/** The same of a packaging record, where one word means another thing. */
export const packagingFields: Record<string, string> = {
  packs: '成品数',
  charged: '领用 (kg)',
  remainder: '零头 (kg)',
  loss: '损耗 (kg)',
  spoiled: '损坏标签 (张)',
  destroyed: '销毁标签 (张)',
  sampled: '取样标签 (张)',
  lost: '遗失标签 (张)',
  notPacked: '未装袋的标签',
}

/** The same of a shipment. */
export const shipmentFields: Record<string, string> = {
  lines: '各批数量',
  stayed: '未发出的码',
  went: '实际已发的码',
  packs: '合计件数',
  quantity: '合计重量 (kg)',
  note_version: '随货同行单版次',
}

/** The same of a sampling. */
export const samplingFields: Record<string, string> = {
  test: '检验样 (g)',
  recheck: '复核样 (g)',
  retention: '留样 (g)',
  total: '取样量 (g)',
}
