// What the first row of a file of codes may say. Compared without case, spaces and punctuation.

/** A column of codes, in the wordings of shops, suppliers and spreadsheets. */
const OF_CODES = new Set(
  `code codes giftcode giftcodes giftcardcode giftcardcodes cardcode cardcodes ecode egiftcode egiftcardcode vouchercode vouchercodes
  voucher vouchers vouchernumber voucherno vouchernr couponcode couponcodes coupon coupons redemptioncode redemptioncodes redeemcode
  activationcode activationcodes activationkey claimcode claimcodes promocode promocodes prepaidcode pincode pincodes pin pins serial
  serials serialkey serialkeys cdkey cdkeys gamekey gamekeys key keys productkey productkeys productcode licensekey licensekeys
  licencekey licencekeys digitalcode digitalcodes cardnumber cardnumbers cardno cardnr giftcardnumber giftcardnumbers giftcard giftcards
  epin epins token tokens gutscheincode gutscheincodes gutschein gutscheine gutscheinnummer gutscheinnr kartennummer kartencode
  guthabencode aktivierungscode aktivierungsschluessel aktivierungsschlüssel einlösecode einloesecode codecadeau codescadeaux numérodecarte
  codigo código codigos códigos codiceregalo codice codici kodu kod kody`.split(/\s+/),
);
/** A column that often stands beside one of codes. */
const OF_OTHERS = new Set(
  `serialnumber serialnumbers serialno serialnr seriennummer sn batch batchid batchnumber order orderid ordernumber id no nr number row
  line index value amount price facevalue denomination balance currency wert betrag preis währung expiry expires expirydate expiresat
  expiration expirationdate validuntil validto validthru gültigbis ablaufdatum date datum created createdat issued issuedat
  status state sku ean upc product productname name brand region country url link redemptionurl instructions note notes comment
  comments securitycode cvv cvc password secret accesscode`.split(/\s+/),
);

const plain = (cell: string) =>
  cell
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}]/gu, '');

/** Whether a row's cell is the heading of a column: of codes, or of another. Text with a digit is not a heading. */
export const isHeading = (cell: string): boolean => !/\d/.test(cell) && (isOfCodes(cell) || OF_OTHERS.has(plain(cell)));
export const isOfCodes = (cell: string): boolean => !/\d/.test(cell) && OF_CODES.has(plain(cell));
