const FILE_NAME = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const PROPERTIES = [
  ['DocumentType', 'INVOICE'],
  ['DocumentFileName', FILE_NAME],
  ['Version', '1.0'],
  ['ConformanceLevel', 'EN 16931'],
] as const;

/** Attaches the structured data to the PDF and names it in the metadata: Factur-X 1.0. */
export function attachFacturX(doc: PDFKit.PDFDocument, xml: string, issuedAt: Date): void {
  doc.file(Buffer.from(xml), {
    name: FILE_NAME,
    type: 'text/xml',
    description: 'The invoice as data (Factur-X, EN 16931)',
    // pdfkit's types do not have it yet.
    ...{ relationship: 'Alternative' },
    creationDate: issuedAt,
    modifiedDate: issuedAt,
  });
  doc.appendXML(`<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
${PROPERTIES.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`).join('\n')}
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${PROPERTIES.map(([name]) => propertyOf(name)).join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`);
}

const propertyOf = (name: string): string => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${name} of the embedded invoice</pdfaProperty:description>
</rdf:li>`;
