import java.io.*; import java.nio.ByteBuffer; import java.util.*;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.marshal.*;
import org.apache.cassandra.schema.*;
import org.apache.cassandra.utils.*;
import org.apache.cassandra.cql3.*;
import org.apache.cassandra.transport.ProtocolVersion;
// Answers lines of values.txt with the classes of Cassandra 5.0.8; see README.md.
public class Values {
  static String esc(String s){ return s==null?"null":s.replace("\\","\\\\").replace("\n","\\n").replace("\t","\\t"); }
  static String unesc(String s){ StringBuilder b=new StringBuilder(); for(int i=0;i<s.length();i++){char c=s.charAt(i); if(c=='\\'){char d=s.charAt(++i); b.append(d=='n'?'\n':d=='t'?'\t':d);} else b.append(c);} return b.toString(); }
  public static void main(String[] a) throws Exception {
    DatabaseDescriptor.clientInitialization();
    BufferedReader r=new BufferedReader(new InputStreamReader(System.in,"UTF-8"));
    PrintStream o=new PrintStream(new FileOutputStream(FileDescriptor.out),false,"UTF-8");
    String l; while((l=r.readLine())!=null){ String[] f=l.split("\t",-1);
      String out; try {
        AbstractType t = CQLTypeParser.parse("k", f[1], Types.none());
        switch(f[0]){
        case "from": out="ok\t"+ByteBufferUtil.bytesToHex(t.fromString(unesc(f[2]))); break;
        case "lit": out="ok\t"+esc(t.asCQL3Type().toCQLLiteral(ByteBufferUtil.hexToBytes(f[2]))); break;
        case "json": out="ok\t"+esc(t.toJSONString(ByteBufferUtil.hexToBytes(f[2]),ProtocolVersion.V4)); break;
        case "fromjson": Object x=JsonUtils.decodeJson(unesc(f[2])); ByteBuffer b=t.fromJSONObject(x).bindAndGet(QueryOptions.DEFAULT); out="ok\t"+(b==null?"null":ByteBufferUtil.bytesToHex(b)); break;
        case "cmp": out="ok\t"+Integer.signum(t.compare(ByteBufferUtil.hexToBytes(f[2]),ByteBufferUtil.hexToBytes(f[3]))); break;
        case "valid": t.validate(ByteBufferUtil.hexToBytes(f[2])); out="ok\t"; break;
        case "op": { NumberType n=(NumberType)t; NumberType n2=(NumberType)CQLTypeParser.parse("k",f[2],Types.none()); NumberType rt=(NumberType)CQLTypeParser.parse("k",f[3],Types.none());
           Number p=(Number)n.compose(ByteBufferUtil.hexToBytes(f[5])), q=(Number)n2.compose(ByteBufferUtil.hexToBytes(f[6])); ByteBuffer v;
           switch(f[4]){case "+":v=rt.add(p,q);break;case "-":v=rt.substract(p,q);break;case "*":v=rt.multiply(p,q);break;case "/":v=rt.divide(p,q);break;default:v=rt.mod(p,q);} out="ok\t"+ByteBufferUtil.bytesToHex(v); break; }
        case "math": { NumberType n=(NumberType)t; Number p=(Number)n.compose(ByteBufferUtil.hexToBytes(f[3])); ByteBuffer v;
           switch(f[2]){case "abs":v=n.abs(p);break;case "exp":v=n.exp(p);break;case "log":v=n.log(p);break;case "log10":v=n.log10(p);break;case "round":v=n.round(p);break;default:v=n.negate(p);} out="ok\t"+ByteBufferUtil.bytesToHex(v); break; }
        case "jmap": try { out="ok\t"+JsonUtils.JSON_OBJECT_MAPPER.readValue(unesc(f[2]), Map.class); } catch(IOException ex){ out="jx\t"+esc(ex.toString()); } break;
 case "jackson": try { out="ok\t"+JsonUtils.JSON_OBJECT_MAPPER.readValue(unesc(f[2]), Object.class); } catch(IOException ex){ out="jx\t"+esc(ex.toString()); } break;
 case "token": out="ok\t"+org.apache.cassandra.dht.Murmur3Partitioner.instance.getToken(ByteBufferUtil.hexToBytes(f[2])); break;
        case "text": out="ok\t"+esc(t.getSerializer().toCQLLiteralNoQuote(ByteBufferUtil.hexToBytes(f[2]))); break;
        default: out="?";}
      } catch(Throwable e){ String n=e.getClass().getSimpleName(); out="err\t"+n+"\t"+esc(e.getMessage()); }
      o.println(out); }
    o.flush(); System.exit(0);
  }
}
